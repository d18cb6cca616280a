package engine

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"asterism/engine/dream"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/words"

	"github.com/google/uuid"
)

// Dreams; see package dream.
type (
	DreamQuestion = dream.Question
	DreamAnswer   = dream.Answer
)

// Tests change these before an engine opens: how often the clock is read for dreams that are due, a hook for the points of a dream, and how much a dream merges.
var (
	dreamLook  = time.Minute
	dreamPoint = func(string) {}
	mergeRoom  = 20_000
)

// openDreams creates the dreams of the store, which must be open.
func (e *Engine) openDreams(context.Context) error {
	e.dreams = dream.New(dream.Config{
		Store: e.store, Turn: e.turns.lock, Whole: e.whole, Rewrite: e.in.rewrite, Restore: func(ctx context.Context, id store.ID) error { return restore(ctx, e, id) },
		Neighbours: late{&e.parts}.Neighbours, SaidOtherwise: e.in.saidOtherwise,
		Comparable: func(a, b string) bool {
			return e.embedder.Comparable(a, b) || shareWords(a, b)
		},
		TakeOut: func(id store.ID) {
			e.takeOut(id)
			e.minds.Forget(id)
		},
		RestoreWindow: RestoreWindow, MaxTags: MaxTags, MaxLinks: MaxLinks, Room: func() int { return mergeRoom }, Every: e.cfg.DreamEvery,
		Point: func(p string) { dreamPoint(p) }, Now: e.now, Log: e.log,
	})
	return nil
}

// If vectors say nothing about two texts, they must share this many words of this many letters for a dream to propose a link. A single shared word may be a "new" or "today".
const (
	dreamWords   = 2
	dreamLetters = 3
)

// shareWords reports whether two texts share content words. It works for languages whose grammar words are known; in others it cannot separate grammar words from content words.
func shareWords(a, b string) bool {
	of, n := words.LanguageOf(a+"\n"+b), 0
	for _, w := range words.Shared(a, b) {
		if _, says, known := of.Stem(strings.ToLower(w)); known && says && utf8.RuneCountInString(w) >= dreamLetters {
			n++
		}
	}
	return n >= dreamWords
}

// Dream consolidates a namespace, or reverts a dream; see [dream.Service.Dream]. DreamQuestion.Undo reverts what was done, also after a crash, for
// RestoreWindow.
func (e *Engine) Dream(ctx context.Context, q DreamQuestion) (*DreamAnswer, error) {
	if err := checkDream(&q); err != nil {
		return nil, err
	}
	return e.dreams.Dream(ctx, q)
}

// checkDream sets defaults, and refuses a question that cannot be carried out.
func checkDream(q *DreamQuestion) error {
	if q.Namespace == "" {
		q.Namespace = DefaultNamespace
	}
	if q.Namespace == "*" {
		return fault.Invalid("namespace %q means all namespaces, but a dream covers one", "name one namespace", q.Namespace)
	}
	if err := checkText("namespace", q.Namespace, MaxNameBytes, true); err != nil {
		return err
	}
	if err := checkText("rationale", q.Rationale, MaxRationaleBytes, true); err != nil {
		return err
	}
	if q.Phase == "" {
		q.Phase = dream.FullCycle
	}
	if !slices.Contains(dream.Phases, q.Phase) {
		return fault.Invalid("unknown phase %q", "valid are nrem, rem and full_cycle", q.Phase)
	}
	if q.Undo != uuid.Nil && q.DryRun {
		return fault.Invalid("dream %s cannot be undone with dry_run", "leave one of the two out: a dry run shows a dream, not an undo", q.Undo)
	}
	return nil
}

// rewrite stores the next version of a memory whose text and values are unchanged, with other commands in one write, and updates
// the search index. The caller holds the turn on the memory.
func (w *writer) rewrite(ctx context.Context, m *store.Memory, with ...store.Command) error {
	d, was := &draft{memory: m}, *m
	was.Version--
	done, err := w.align([]*draft{d})
	if err != nil {
		return err
	}
	defer done()
	w.chains.Lock()
	defer w.chains.Unlock()
	for _, c := range with {
		if err := w.checkUnchained(ctx, m, &c); err != nil {
			return err
		}
	}
	if err := w.noteMoved(ctx, &was, m); err != nil {
		return err
	}
	cmds := append([]store.Command{{Op: store.OpRemember, ID: m.ID, Memory: m, At: m.Updated}}, with...)
	if err := w.store.Apply(ctx, cmds...); err != nil {
		return fault.Storage("store changed memory", err)
	}
	_, err = w.publish([]*draft{d})
	return err
}

// checkUnchained returns [dream.ErrChained] for a memory that is merged into m, if one of the two has become part of a chain since the dream read them.
func (w *writer) checkUnchained(ctx context.Context, m *store.Memory, merged *store.Command) error {
	if merged.Op != store.OpForget {
		return nil
	}
	younger, err := store.One(ctx, w.store, store.Parts{}, merged.ID)
	if err != nil {
		return fault.NotFound("read memory", err)
	}
	for _, one := range []*store.Memory{m, younger} {
		chained, err := dream.Chained(ctx, w.store, one)
		if err != nil {
			return fault.Storage("read what supersedes the memory", err)
		}
		if chained {
			return dream.ErrChained
		}
	}
	return nil
}

// recalled returns what dreams learn from an answer: the hits that may answer. Weak hits are only the nearest of what there is, and were not recalled together with anything.
func (f *Found) recalled() (out []dream.RecalledHit) {
	if f.NothingRelevant {
		return nil
	}
	for _, h := range f.Hits {
		if !h.Weak {
			out = append(out, dream.RecalledHit{Namespace: h.Memory.Namespace, ID: h.Memory.ID, Score: h.Score})
		}
	}
	return out
}
