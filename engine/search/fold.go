package search

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"asterism/engine/store"
)

// Twelve copies of a text would fill ten places with one answer. So a search can fold copies: of the memories of a namespace that say the same
// the best is a hit, and the others are counted with it. Two memories say the same if their texts have the same hash, which the index holds, or
// their words the same key, which a [WordSource] gives: it reads the texts, so it is asked about the best rows alone, and the keys are kept.

// WordSource gives a key of the words of memories, one an id, in order: the same for texts that say the same; 0 for a memory that is like no
// other, or no longer exists.
type WordSource interface {
	WordKeys(ctx context.Context, ids []store.ID) ([]uint64, error)
}

// FoldBy lets searches that fold copies know them by their words too. It must be called before the index is used; without it they know those with
// the same hash of the text.
func (ix *Index) FoldBy(words WordSource) { ix.words = words }

// KeyWords lets the index make the keys of memories that are added from here on from their texts at once, as a [WordSource] would: whoever stores a memory has its text at
// hand. It must not be called while the index is used. What was added before, as at a start, is read when a search asks for it.
func (ix *Index) KeyWords(key func(*store.Memory) uint64) { ix.wordKey = key }

// Copy is a memory that says the same as a hit.
type Copy struct {
	ID   store.ID
	Time time.Time
}

// foldAhead is how many rows are looked at beyond twice those asked for: copies that rank a little lower are met so, though the page is full.
const foldAhead = 16

// foldFactor is how many times the candidates are selected where copies are half of them.
const foldFactor = 8

// noWords says that a row's words have no key; 0, that it is not known.
const noWords = math.MaxUint64

// textKey is the start of the hash of a memory's text; 0: it has none.
func textKey(m *store.Memory) uint64 { return binary.LittleEndian.Uint64(m.TextHash[:]) }

// saying is what copies have in common.
type saying struct {
	namespace uint32
	words     bool // key is of the words, else of the text
	key       uint64
}

// folding puts rows that say the same together.
type folding struct {
	*fusion
	heads  []int32   // places of those that say something new, best first
	copies [][]int32 // of each of them
	of     map[saying]int
	looked []bool // by place
}

// fold are the places of the best n rows that say something else than those before them, and of each the copies.
func (ix *Index) fold(ctx context.Context, f *fusion, n int) (*folding, error) {
	var out *folding
	for look := 2*n + foldAhead; ; look *= 4 {
		order := f.best(min(look, len(f.scores)))
		if err := ix.readWords(ctx, f, order); err != nil {
			return nil, err
		}
		out = &folding{fusion: f, of: make(map[saying]int, 2*len(order)), looked: make([]bool, len(f.scores))}
		for _, p := range order {
			out.place(p)
		}
		if len(out.heads) >= n || len(order) < look {
			break
		}
	}
	for p, score := range f.scores { // those further down have their text alone
		if score != score || math.IsInf(float64(score), -1) {
			continue
		}
		at := int32(p)
		if head, known := out.of[out.text(at)]; known && !out.looked[at] && out.text(at).key != 0 {
			out.copies[head] = append(out.copies[head], at)
		}
	}
	out.heads = out.heads[:min(n, len(out.heads))]
	return out, nil
}

// place puts the next row, in the order of the scores, to those that say the same, or makes it the first to say so.
func (o *folding) place(at int32) {
	text, words := o.text(at), o.wordsOf(at)
	head, known := o.of[text]
	if !known || text.key == 0 {
		head, known = o.of[words]
		known = known && words.key != 0
	}
	if known {
		o.copies[head] = append(o.copies[head], at)
	} else {
		head = len(o.heads)
		o.heads, o.copies = append(o.heads, at), append(o.copies, nil)
	}
	o.looked[at], o.of[text], o.of[words] = true, head, head
}

func (t *table) text(at int32) saying {
	k, r := t.state.chunks[t.rows[at]/chunkRows], t.rows[at]%chunkRows
	return saying{k.labels[r].namespace, false, k.texts[r]}
}

func (t *table) wordsOf(at int32) saying {
	k, r := t.state.chunks[t.rows[at]/chunkRows], t.rows[at]%chunkRows
	key := k.words[r].Load()
	if key == noWords {
		key = 0
	}
	return saying{k.labels[r].namespace, true, key}
}

// readWords asks for the keys of those places whose words are not known. Of several with one text the first is enough.
func (ix *Index) readWords(ctx context.Context, f *fusion, places []int32) error {
	if ix.words == nil {
		return nil
	}
	unknown := func(p int32) bool { return f.state.chunks[f.rows[p]/chunkRows].words[f.rows[p]%chunkRows].Load() == 0 }
	if !slices.ContainsFunc(places, unknown) {
		return nil
	}
	var ids []store.ID
	var asked []int32
	met := map[saying]bool{}
	for _, p := range places {
		text := f.text(p)
		if met[text] && text.key != 0 {
			continue
		}
		met[text] = true
		if unknown(p) {
			ids, asked = append(ids, f.id(p)), append(asked, p)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	keys, err := ix.words.WordKeys(ctx, ids)
	if err != nil {
		return err
	}
	for i, p := range asked {
		f.state.chunks[f.rows[p]/chunkRows].words[f.rows[p]%chunkRows].Store(cmp.Or(keys[i], noWords))
	}
	return nil
}

// copiesOf are the copies of the head at a place of the list, the oldest first.
func (o *folding) copiesOf(head int) (out []Copy) {
	for _, at := range o.copies[head] {
		k, r := o.state.chunks[o.rows[at]/chunkRows], o.rows[at]%chunkRows
		out = append(out, Copy{k.ids[r], time.Unix(0, k.times[r]).UTC()})
	}
	slices.SortFunc(out, func(a, b Copy) int { return cmp.Or(a.Time.Compare(b.Time), compareIDs(a.ID, b.ID)) })
	return out
}

// crowded reports whether copies are half of so many candidates. It does not depend on how many hits are asked for.
func (s *scan) crowded(ctx context.Context, rows []int32, candidates int) (bool, error) {
	mine := &Statistics{Stage: StageCrowded, Selected: len(rows)}
	if s.probe.together != nil || len(rows) >= candidates {
		mine.Apart = s.apart(rows, candidates)
	}
	all, err := s.meet(ctx, mine)
	if err != nil {
		return false, err
	}
	return all.Selected >= candidates && 2*all.Apart <= candidates, nil
}

// apart is how many texts that differ so many candidates have, or some number above half of them.
func (s *scan) apart(rows []int32, candidates int) int {
	met := make(map[saying]bool, candidates/2)
	t, apart := table{scan: s, rows: rows}, 0 // texts that differ
	for at := range rows {
		text := t.text(int32(at))
		if text.key != 0 && met[text] {
			continue
		}
		met[text] = true
		if apart++; 2*apart > candidates {
			return apart
		}
	}
	return apart
}
