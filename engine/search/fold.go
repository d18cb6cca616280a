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

// Twelve copies of a text would fill ten hits with one answer. So a search can fold copies: among the memories of a namespace with the same
// content, the best becomes a hit, and the others are listed with it. Two memories have the same content if their texts have the same hash,
// which the index holds, or if their words have the same key, which a [WordSource] returns. That source reads the texts, so it is asked only
// about the best rows, and the keys are kept.

// WordSource returns a key of the words of each memory, one per id, in order. Texts that say the same have the same key. The key is 0 for a
// memory that is like no other, or no longer exists.
type WordSource interface {
	WordKeys(ctx context.Context, ids []store.ID) ([]uint64, error)
}

// FoldBy lets searches that fold copies compare words too. It must be called before the index is used. Without it, copies are those with the same
// hash of the text.
func (ix *Index) FoldBy(words WordSource) { ix.words = words }

// KeyWords makes the index compute the keys of memories that are added later directly from their texts, as a [WordSource] would: a caller that stores a memory has its
// text in memory. KeyWords must not be called while the index is in use. The keys of memories that were added before, as at a start, are read when a search needs them.
func (ix *Index) KeyWords(key func(*store.Memory) uint64) { ix.wordKey = key }

// Copy is a memory that says the same as a hit.
type Copy struct {
	ID   store.ID
	Time time.Time
}

// foldAhead is how many rows are examined beyond twice the number asked for, so that copies that rank a little lower are found although the page is
// full.
const foldAhead = 16

// foldFactor is the factor for the number of candidates if half of them are copies.
const foldFactor = 8

// noWords marks a row whose words have no key; 0 means that the key is not known.
const noWords = math.MaxUint64

// textKey is the start of the hash of a memory's text; 0: no text.
func textKey(m *store.Memory) uint64 { return binary.LittleEndian.Uint64(m.TextHash[:]) }

// saying identifies the content that copies share.
type saying struct {
	namespace uint32
	words     bool // key is that of the words, otherwise that of the text
	key       uint64
}

// folding groups rows that have the same content.
type folding struct {
	*fusion
	heads  []int32   // positions of the first row of each content, best first
	copies [][]int32 // positions of the copies of each head
	of     map[saying]int
	looked []bool // by position
}

// fold returns the best n rows with different contents, and the copies of each.
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
	for p, score := range f.scores { // rows further down are compared by their text only
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

// place adds the next row, in the order of the scores, to the group with the same content, or starts a new group.
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

// readWords reads the keys of the rows at these positions whose keys are not known. Of several rows with one text it asks for the first only.
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

// copiesOf returns the copies of a head, given by its place in the list, the oldest first.
func (o *folding) copiesOf(head int) (out []Copy) {
	for _, at := range o.copies[head] {
		k, r := o.state.chunks[o.rows[at]/chunkRows], o.rows[at]%chunkRows
		out = append(out, Copy{k.ids[r], time.Unix(0, k.times[r]).UTC()})
	}
	slices.SortFunc(out, func(a, b Copy) int { return cmp.Or(a.Time.Compare(b.Time), compareIDs(a.ID, b.ID)) })
	return out
}

// crowded reports whether at least half of the candidates are copies. The number of hits asked for does not matter.
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

// apart counts the different texts among the rows; it stops at the first count above half of candidates.
func (s *scan) apart(rows []int32, candidates int) int {
	met := make(map[saying]bool, candidates/2)
	t, apart := table{scan: s, rows: rows}, 0 // number of different texts
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
