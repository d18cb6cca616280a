package rocks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"asterism/engine/store"
)

// Scan implements [store.Memories], on a snapshot: it does not see writes during the scan.
func (s *Store) Scan(ctx context.Context, r store.Range, parts store.Parts, fn func(*store.Memory) (bool, error)) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	v := s.d.snapshot()
	defer v.close()
	sc := &scan{s: s, ctx: ctx, v: v, r: r, parts: parts, fn: fn}
	if r.Namespace != "" {
		_, err := sc.namespace(r.Namespace)
		return err
	}
	first := ""
	if r.From != nil {
		first = r.From.Namespace
	}
	for ns, ok, err := sc.next(appendNamespace(nil, first)); ok || err != nil; ns, ok, err = sc.next(successor(appendNamespace(nil, ns))) {
		if err != nil {
			return err
		}
		if more, err := sc.namespace(ns); err != nil || !more {
			return err
		}
	}
	return nil
}

// scan is one Scan in progress.
type scan struct {
	s     *Store
	ctx   context.Context
	v     *view
	r     store.Range
	parts store.Parts
	fn    func(*store.Memory) (bool, error)
	ended bool // by an error of fn
}

// next returns the first namespace whose keys are at or after the key.
func (sc *scan) next(key []byte) (ns string, ok bool, err error) {
	err = sc.v.each(famTimeline, key, nil, false, func(key, _ []byte) (bool, error) {
		ns, _, err = cutNamespace(key)
		ok = err == nil
		return false, inKey(famTimeline, key, err)
	})
	if sc.parts.Unread != nil && errors.Is(err, store.ErrDamaged) {
		return sc.nextCounted(key)
	}
	return ns, ok, err
}

// nextCounted is next for a damaged timeline: the counts name the namespaces too.
func (sc *scan) nextCounted(key []byte) (ns string, ok bool, err error) {
	all := counts{}
	if err := all.load(sc.v); err != nil {
		return "", false, err
	}
	for name := range all {
		if string(appendNamespace(nil, name)) >= string(key) && (!ok || name < ns) {
			ns, ok = name, true
		}
	}
	return ns, ok, nil
}

// namespace visits the range within one namespace; it returns false if fn wants no more.
func (sc *scan) namespace(ns string) (more bool, err error) {
	low, high := sc.bounds(ns)
	more = true
	err = sc.v.each(famTimeline, low, high, sc.r.Reverse, func(key, _ []byte) (bool, error) {
		if err := sc.ctx.Err(); err != nil {
			return false, err
		}
		at, err := parseTimelineKey(key)
		if err != nil {
			return false, inKey(famTimeline, key, fmt.Errorf("%w: %w", store.ErrDamaged, err))
		}
		if sc.parts.Unread == nil {
			more, err = sc.visit(at)
			return more, err
		}
		if sc.r.Reverse { // where to continue if the next key cannot be read
			high = bytes.Clone(key)
		} else {
			low = append(bytes.Clone(key), 0)
		}
		more, err = sc.visit(at)
		return more, err
	})
	if sc.parts.Unread != nil && !sc.ended && errors.Is(err, store.ErrDamaged) {
		return sc.byHeaders(ns, low, high)
	}
	return more, err
}

// byHeaders visits the rest of a range if the timeline cannot be walked: headers contain all data of the
// timeline.
func (sc *scan) byHeaders(ns string, low, high []byte) (more bool, err error) {
	var keys []string
	err = sc.s.eachHeader(sc.v, &sc.parts, func(h *header) error {
		if key := string(timelineKey(h.Cursor())); h.Namespace == ns && key >= string(low) && (high == nil || key < string(high)) {
			keys = append(keys, key)
		}
		return sc.ctx.Err()
	})
	if slices.Sort(keys); sc.r.Reverse {
		slices.Reverse(keys)
	}
	for _, key := range keys {
		if err != nil {
			return false, err
		}
		at, _ := parseTimelineKey([]byte(key)) // built above
		if more, err = sc.visit(at); err != nil || !more {
			return false, err
		}
	}
	return true, err
}

// bounds returns the first and last keys of the range in the namespace.
func (sc *scan) bounds(ns string) (low, high []byte) {
	low = appendNamespace(nil, ns)
	high = successor(low)
	edge := func(t time.Time) []byte { return appendTime(appendNamespace(nil, ns), t) }
	if !sc.r.After.IsZero() {
		low = edge(sc.r.After)
	}
	if !sc.r.Before.IsZero() {
		high = edge(sc.r.Before)
	}
	from := sc.r.From
	switch {
	case from == nil || from.Namespace != ns && from.Namespace < ns:
	case from.Namespace > ns:
		high = low // this namespace is before the place
	case sc.r.Reverse:
		if key := timelineKey(*from); string(key) < string(high) {
			high = key
		}
	default:
		if key := append(timelineKey(*from), 0); string(key) > string(low) {
			low = key
		}
	}
	return low, high
}

func (sc *scan) visit(at store.Cursor) (more bool, err error) {
	h, err := sc.s.header(sc.v, at.ID)
	if errors.Is(err, errNoKey) {
		err = inKey(famTimeline, timelineKey(at), fmt.Errorf("%w: memory %s does not exist", store.ErrDamaged, at.ID))
	}
	if err == nil {
		if !h.Deleted.IsZero() && !sc.r.Deleted {
			return true, nil
		}
		err = h.read(sc.v, sc.parts)
	}
	if err == nil {
		more, err = sc.fn(&h.Memory)
		sc.ended = err != nil
		return more, err
	}
	if err := sc.parts.Pass(store.Unread{ID: at.ID, Whole: true, Err: err}); err != nil {
		return false, fmt.Errorf("scan memory %s: %w", at.ID, err)
	}
	return true, nil
}
