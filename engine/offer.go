package engine

import (
	"context"
	"slices"
	"time"

	"asterism/engine/compare"
	"asterism/engine/contradict"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Candidate is a memory that the one just stored may supersede: it is about the same thing and differs. Only the caller can decide, so nothing is changed.
type Candidate struct {
	ID     store.ID
	Time   time.Time
	Reason string // "value changed: 100/min → 300/min"
}

const (
	mostOffered   = 3 // candidates
	offeredAmong  = relatedAmong
	longestOffers = 4000 // bytes of a text: a longer one makes many statements
	// leastSharedFar is the least share in common of two texts that are not near by their vectors. They then have forms of the same words, such as "the key rotates", "keys are rotated".
	leastSharedFar = .8
)

// offer returns the memories among the nearest that m may supersede: current ones that began before it and that it does not already supersede.
func (w *writer) offer(ctx context.Context, m *store.Memory, words *compare.Newer, near []nearMemory) (out []Candidate, err error) {
	if m.Modality == ModalityImage || len(m.Content) > longestOffers {
		return nil, nil
	}
	var many []*store.Memory
	far := map[store.ID]bool{}
	for _, n := range near[:min(offeredAmong, len(near))] {
		if n.Memory != nil && !slices.Contains(m.Supersedes, n.ID) {
			many, far[n.ID] = append(many, n.Memory), n.far
		}
	}
	replaced, err := w.replaced(ctx, many)
	if err != nil {
		return nil, err
	}
	for _, old := range many {
		if len(replaced[old.ID]) > 0 || len(out) == mostOffered || !otherwise(old, m, far[old.ID], words.From) {
			continue
		}
		r := words.From(old.Content)
		reason := contradict.Differs(old.Content, m.Content, &r)
		if rest := contradict.Besides(old.Content, m.Content); rest != "" {
			reason += "; it does not replace “" + shortened(rest) + "”"
		}
		out = append(out, Candidate{ID: old.ID, Time: old.Time, Reason: reason})
	}
	return out, nil
}

// longestRest is the largest number of characters shown of what else an older memory says.
const longestRest = 120

func shortened(text string) string {
	if r := []rune(text); len(r) > longestRest {
		return string(r[:longestRest-1]) + "…"
	}
	return text
}

// otherwise reports whether a memory began to hold after an older one and contradicts it. If it is far from the older one, it must clearly contradict it
// (contradict.SaidOtherwise), or do so in nearly the same words.
// from compares the newer text with an older one.
func otherwise(older, m *store.Memory, far bool, from func(older string) compare.Result) bool {
	switch {
	case !contradict.Later(m, older) || max(len(older.Content), len(m.Content)) > longestOffers || !contradict.MayUpdate(older.Content, m.Content):
		return false
	case far && contradict.SaidOtherwise([]*store.Memory{older, m})[0] != nil:
		return true
	}
	r := from(older.Content)
	return (!far || r.Shared >= leastSharedFar) && contradict.MaySupersede(older, m, &r)
}

// replaced returns those of some live memories that are not current, and what has replaced them.
func (p *parts) replaced(ctx context.Context, memories []*store.Memory) (map[store.ID][]store.ID, error) {
	facts, err := p.book(ctx)
	if err != nil || facts.Len() == 0 {
		return nil, err
	}
	alike, err := p.alike(ctx, memories)
	if err != nil {
		return nil, err
	}
	var ids []store.ID
	for _, m := range memories {
		if m != nil {
			ids = append(ids, m.ID)
		}
	}
	members, c, err := p.chainsWith(ctx, ids, alike, p.now())
	if err != nil || members == nil {
		return nil, err
	}
	out := map[store.ID][]store.ID{}
	for _, id := range ids {
		if heads := headsOf(c, id); len(heads) > 0 {
			out[id] = heads
		}
	}
	return out, nil
}

// offerStored is offer for a memory that was stored without being measured. The memory stays stored if this fails, so an error is only logged.
func (w *writer) offerStored(ctx context.Context, id store.ID) []Candidate {
	out, err := func() ([]Candidate, error) {
		m, near, err := w.near(ctx, id)
		if err != nil {
			return nil, err
		}
		return w.offer(ctx, m, compare.To(m.Modality, m.Content), near)
	}()
	if err != nil {
		w.log.Warn("what a stored memory may supersede could not be looked for", "memory", id, "error", err)
	}
	return out
}

// near reads a stored memory and those nearest to it in E1; none if it has no values there.
func (w *writer) near(ctx context.Context, id store.ID) (*store.Memory, []nearMemory, error) {
	m, err := store.One(ctx, w.store, store.Parts{Content: true, Spaces: models.SetOf(models.Semantic)}, id)
	if err != nil || m.Record[models.Semantic].Absent() {
		return m, nil, err
	}
	var values fingerprint.Fingerprint
	values[models.Semantic] = fingerprint.Unpack(models.Semantic, &m.Record[models.Semantic])
	near, err := late{w.parts}.Neighbours(ctx, m.Namespace, &values, m.Time, offeredAmong+1, models.SetOf(models.Semantic)) // the memory itself is one
	if err != nil {
		return nil, nil, err
	}
	others, err := w.readNear(ctx, m, near[models.Semantic])
	return m, others, err
}

// again reports whether a note that is said now repeats a stored memory that another one has contradicted since: the note supersedes that other one, or a near and newer
// one could have replaced the memory. The statement is then true again, from now on. Neither the memory's time nor a count can show that.
func (w *writer) again(ctx context.Context, d *draft, m *store.Memory) (bool, error) {
	if !d.said || !d.note.Time.IsZero() {
		return false, nil
	}
	given, err := w.store.Get(ctx, store.Parts{}, d.memory.Supersedes...)
	if err != nil {
		return false, fault.Storage("read what is superseded", err)
	}
	if slices.ContainsFunc(given, func(other *store.Memory) bool { return contradict.Later(other, m) }) {
		return true, nil
	}
	first, err := w.saidOtherwise(ctx, m.ID)
	return !first.IsZero() && first.Before(d.memory.Time), err
}

// saidOtherwise returns when a current memory that began to hold after a stored one first clearly contradicted it; zero: none did.
func (w *writer) saidOtherwise(ctx context.Context, id store.ID) (first time.Time, err error) {
	m, near, err := w.near(ctx, id)
	if err != nil || m.Modality == ModalityImage {
		return first, err
	}
	for _, n := range near[:min(offeredAmong, len(near))] {
		if n.Memory == nil || !first.IsZero() && !n.Time.Before(first) {
			continue
		}
		if contradict.SaidOtherwise([]*store.Memory{m, n.Memory})[0] == nil { // clearly, since otherwise each of "sprint 12 is over" and "sprint 13 is over" would be stored again and again
			continue
		}
		replaced, err := w.replaced(ctx, []*store.Memory{n.Memory})
		if err != nil {
			return first, err
		}
		if len(replaced) == 0 {
			first = n.Time
		}
	}
	return first, nil
}
