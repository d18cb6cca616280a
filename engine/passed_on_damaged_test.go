package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/testlog"
	"asterism/models"
)

// damagedTop returns a chain whose newest memory has a damaged vector, and whose middle is forgotten, with another memory. due: so long ago that the background purges both.
func damagedTop(t *testing.T, due bool) (c Config, log *testlog.Log, ids []store.ID, other store.ID) {
	t.Helper()
	clock := &handClock{now: day("2026-03-01")}
	e := openWith(t, Config{Data: t.TempDir(), Now: clock.Now})
	ids = rateChain(t, e)
	other = rememberOne(t, e, Note{Content: "The cat sleeps on the window sill."})
	for _, id := range []store.ID{other, ids[1]} {
		if _, err := e.Forget(t.Context(), id, false); err != nil {
			t.Fatal(err)
		}
	}
	dir := damagedCopy(t, e, ids[2], models.Semantic)
	if due {
		clock.forward(RestoreWindow + time.Hour)
	}
	log = &testlog.Log{}
	return Config{Data: dir, Now: clock.Now, Log: slog.New(slog.NewTextHandler(log, nil))}, log, ids, other
}

// mustBind checks that the middle of a chain is gone, and that the newest is whole and has taken over the oldest.
func mustBind(t *testing.T, e *Engine, ids []store.ID) {
	t.Helper()
	if _, err := e.Get(t.Context(), ids[1]); !isNotFound(err) {
		t.Errorf("the middle: %v", err)
	}
	if m := get(t, e, ids[2]); m.Record[models.Semantic].Absent() || !slices.Equal(m.Supersedes, ids[:1]) {
		t.Errorf("the newest supersedes %v, its vector is absent: %v", m.Supersedes, m.Record[models.Semantic].Absent())
	}
	if c, err := e.Chain(t.Context(), ids[0]); err != nil || len(c.SupersededBy) != 1 || c.SupersededBy[0].ID != ids[2] {
		t.Errorf("the oldest: %+v, %v", c, err)
	}
}

// purgeBesideDamage does the daily work; the background may already have done it. A damaged file cannot be rewritten, which the error says.
func purgeBesideDamage(t *testing.T, e *Engine) {
	t.Helper()
	if _, err := Purge(t.Context(), e); err != nil && !strings.Contains(err.Error(), "remove the bytes") {
		t.Fatal(err)
	}
}

// TestAPurgeMendsWhatTakesOver checks that a damaged vector of the superseding memory is computed again, and that the memory is purged, by the daily pass and immediately.
func TestAPurgeMendsWhatTakesOver(t *testing.T) {
	for name, gone := range map[string]func(t *testing.T, e *Engine, ids []store.ID) error{
		"daily": func(t *testing.T, e *Engine, _ []store.ID) error {
			purgeBesideDamage(t, e)
			return nil
		},
		"at once": func(t *testing.T, e *Engine, ids []store.ID) error {
			_, err := e.Forget(t.Context(), ids[1], true)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, _, ids, _ := damagedTop(t, name == "daily")
			e := openWith(t, c)
			if err := gone(t, e, ids); err != nil {
				t.Fatal(err)
			}
			mustBind(t, e, ids)
		})
	}
}

// TestAPurgeWithoutModelsLeavesWhatItCannotHandOn checks that the others are purged, that the error names the two, and that the next pass of an engine does the rest.
func TestAPurgeWithoutModelsLeavesWhatItCannotHandOn(t *testing.T) {
	c, _, ids, other := damagedTop(t, true)
	s, err := rocks.Open(t.Context(), rocks.Options{Dir: c.Data})
	if err != nil {
		t.Fatal(err)
	}
	n, err := PurgeExpired(t.Context(), s, c.Data, c.Now())
	if n != 1 || err == nil || !strings.Contains(err.Error(), ids[1].String()) || !strings.Contains(err.Error(), ids[2].String()) {
		t.Errorf("%d purged, %v", n, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	e := openWith(t, c)
	if _, err := e.Get(t.Context(), other); !isNotFound(err) {
		t.Errorf("the other one: %v", err)
	}
	purgeBesideDamage(t, e)
	mustBind(t, e, ids)
}

// TestAMemoryGoesBesideOneThatCannotBeMended checks that a memory is purged although the text of the superseding one is damaged. The log says what that means, and the
// others are purged, too.
func TestAMemoryGoesBesideOneThatCannotBeMended(t *testing.T) {
	for _, hard := range []bool{false, true} {
		c, log, ids, other := damagedTop(t, !hard)
		s, err := openStore(t.Context(), &Config{Data: c.Data})
		if err != nil {
			t.Fatal(err)
		}
		broken := textless{s.Memories, s.Upkeep, ids[2]}
		s.Memories, s.Upkeep = broken, broken
		c.Store = &s
		e := openWith(t, c)
		if !hard {
			purgeBesideDamage(t, e)
		} else if _, err = e.Forget(t.Context(), ids[1], true); err != nil {
			t.Fatal(err)
		}
		for _, id := range []store.ID{ids[1], other} {
			if _, err := e.Get(t.Context(), id); !isNotFound(err) && (!hard || id != other) {
				t.Errorf("%s is still there: %v", id, err)
			}
		}
		if !strings.Contains(log.String(), "could not take over") || !strings.Contains(log.String(), ids[2].String()) {
			t.Errorf("the log does not say so: %s", log)
		}
	}
}

// TestWhatSupersedesAMemoryAtTheLastMomentTakesOver checks that a superseding memory is seen if it is stored just before a live memory is removed for good.
func TestWhatSupersedesAMemoryAtTheLastMomentTakesOver(t *testing.T) {
	e := openWith(t, Config{})
	ids := rateChain(t, e)[:2]
	var late store.ID
	passPoint = func() {
		passPoint = func() {}
		late = rememberOne(t, e, Note{Content: "The API rate limit is 400/min.", Supersedes: ids[1:2]})
	}
	defer func() { passPoint = func() {} }()
	if _, err := e.Forget(t.Context(), ids[1], true); err != nil {
		t.Fatal(err)
	}
	if m := get(t, e, late); !slices.Equal(m.Supersedes, ids[:1]) {
		t.Errorf("it supersedes %v, want the oldest", m.Supersedes)
	}
}

// headless is a store in which the header of a memory cannot be read, so it is unknown what that memory supersedes.
type headless struct {
	store.Memories
	id store.ID
}

func (s headless) Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error) {
	at := slices.Index(ids, s.id)
	if at < 0 {
		return s.Memories.Get(ctx, parts, ids...)
	}
	if err := parts.Pass(store.Unread{ID: s.id, Whole: true, Err: store.ErrDamaged}); err != nil {
		return nil, err
	}
	many, err := s.Memories.Get(ctx, parts, ids...)
	if err == nil {
		many[at] = nil
	}
	return many, err
}

// TestAMemoryGoesBesideOneWhoseHeaderIsDamaged: the superseding memory cannot take over, which the log says. The memory is purged, immediately and by the daily pass, and so are the others.
func TestAMemoryGoesBesideOneWhoseHeaderIsDamaged(t *testing.T) {
	for _, hard := range []bool{false, true} {
		c, log, ids, other := damagedTop(t, !hard)
		s, err := openStore(t.Context(), &Config{Data: c.Data})
		if err != nil {
			t.Fatal(err)
		}
		s.Memories = headless{s.Memories, ids[2]}
		c.Store = &s
		e := openWith(t, c)
		if !hard {
			purgeBesideDamage(t, e)
		} else if _, err = e.Forget(t.Context(), ids[1], true); err != nil {
			t.Fatal(err)
		}
		for _, id := range []store.ID{ids[1], other} {
			if _, err := e.Get(t.Context(), id); !isNotFound(err) && (!hard || id != other) {
				t.Errorf("%s is still there: %v", id, err)
			}
		}
		if !strings.Contains(log.String(), "could not take over") || !strings.Contains(log.String(), ids[2].String()) {
			t.Errorf("the log does not say so: %s", log)
		}
	}
}

// unlisted is a store whose list of forgotten memories is damaged.
type unlisted struct{ store.Memories }

func (unlisted) Forgotten(context.Context, time.Time, int) ([]store.Forgotten, error) {
	return nil, fmt.Errorf("list forgotten memories: %w", store.ErrDamaged)
}

// TestADamagedListOfForgottenMemories checks that the daily pass purges nothing and says why, but still removes bytes. A named memory can be restored, and forgotten for good.
func TestADamagedListOfForgottenMemories(t *testing.T) {
	clock := &handClock{now: day("2026-03-01")}
	s := &rewritten{Store: store.NewInMemory()}
	whole := store.Of(s)
	whole.Memories = unlisted{whole.Memories}
	e := openWith(t, Config{Store: &whole, Now: clock.Now})
	e.upkeep.tidying.Stop()
	all := remember(t, e, notesOf(breadNotes...)...)
	for _, one := range all[:3] {
		if _, err := e.Forget(t.Context(), one.ID, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Restore(t.Context(), all[0].ID); err != nil {
		t.Errorf("restore: %v", err)
	}
	if _, err := e.Forget(t.Context(), all[1].ID, true); err != nil {
		t.Errorf("forget for good: %v", err)
	}
	clock.forward(RestoreWindow + time.Hour)
	s.times = 0
	n, err := Purge(t.Context(), e)
	var told *Error
	if n != 0 || !errors.As(err, &told) || told.Kind != KindStorage || !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "list forgotten memories") {
		t.Errorf("%d purged, error %v", n, err)
	}
	if err := e.upkeep.tidy(t.Context()); !errors.Is(err, store.ErrDamaged) || s.times == 0 {
		t.Errorf("the daily pass: error %v, the files were rewritten %d times", err, s.times)
	}
	if many, err := e.store.Get(t.Context(), store.Parts{}, all[2].ID); err != nil || many[0] == nil {
		t.Errorf("the one that is due: %v, error %v", many, err)
	}
}
