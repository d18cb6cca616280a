package dream

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"asterism/engine/background"
	"asterism/engine/fault"
	"asterism/engine/store"
)

// TellCutShort logs which dreams were not ended, so that they can be taken back.
func (s *Service) TellCutShort(ctx context.Context) error {
	return s.Each(ctx, func(_ []byte, r *Record) (bool, error) {
		if !r.Finished && r.Undone.IsZero() {
			s.Log.Warn("a dream was cut short; what it did is kept, and can be undone by its id", "dream", r.ID, "namespace", r.Namespace, "started", r.Started, "rationale", r.Rationale)
		}
		return true, nil
	})
}

// RunDue dreams in every namespace whose last dream is long enough ago and in which something happened since. One that fails holds up no other.
func (s *Service) RunDue(ctx context.Context, r *background.Round) {
	var info store.Info
	err := r.Try("", func() (err error) {
		info, err = s.Store.Info(ctx)
		return fault.Storage("look for namespaces to dream in", err)
	})
	if err != nil {
		return
	}
	for _, ns := range slices.Sorted(maps.Keys(info.Namespaces)) {
		_ = r.Try("namespace "+ns, func() error { return s.dreamDue(ctx, ns) })
		if ctx.Err() != nil { // what the dream has done stays done and can be taken back
			return
		}
	}
}

func (s *Service) dreamDue(ctx context.Context, namespace string) error {
	due, err := s.IsDue(ctx, namespace)
	if due {
		_, err = s.Dream(ctx, Question{Namespace: namespace, Rationale: "scheduled", Phase: FullCycle})
	}
	if isBusy(err) { // somebody has it dream
		return nil
	}
	return err
}

// IsDue reports whether a namespace is to dream unasked now.
func (s *Service) IsDue(ctx context.Context, namespace string) (bool, error) {
	last, err := s.lastDream(ctx, namespace)
	if err != nil {
		return false, err
	}
	now := s.Now()
	if last == nil {
		return true, nil
	}
	if !s.longEnough(now, last.Ended) || !s.longEnough(now, s.running.lookedAt(namespace)) {
		return false, nil
	}
	if recalled, _ := s.Recalls.Of(namespace); len(recalled) > 0 {
		return true, nil
	}
	var here Versions // and not times: those of a clock that was ahead stay in the future when it is put right
	err = s.Store.Scan(ctx, store.Range{Namespace: namespace}, store.Parts{}, func(m *store.Memory) (bool, error) {
		here += VersionsOf(m.ID, m.Version)
		return true, ctx.Err()
	})
	if err != nil {
		return false, fault.Storage("look for changes since the last dream", err)
	}
	if here == last.Seen {
		s.running.observe(namespace, now)
	}
	return here != last.Seen, nil
}

// longEnough reports whether a dream may follow what was at that time. A time that is still to come was told by a clock that was put right since: it is taken as long ago.
func (s *Service) longEnough(now, since time.Time) bool {
	return now.Before(since) || now.Sub(since) >= s.Every
}

func isBusy(err error) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Kind == fault.KindBusy
}
