package search

import (
	"slices"

	"asterism/engine/fingerprint"
)

// postings are the terms of a full chunk, term by term: the rows that contain terms[i], and its weight in each, are
// list[starts[i]:starts[i+1]], in ascending order of rows. A question reads only the lists of its own terms.
type postings struct {
	terms  []uint16                      // ascending
	first  [1<<16>>bucketBits + 1]uint32 // index in terms where each bucket of ids begins
	starts []uint32                      // len(terms)+1
	list   []uint32                      // postings
}

// posting is a row in the upper half, and the term's weight in it in the lower.
type posting uint32

func newPosting(row int, weight half) posting { return posting(row)<<16 | posting(weight) }

func (p posting) row() int { return int(p >> 16 & (chunkRows - 1)) }

func (p posting) weight() half { return half(p) }

// bucketBits: ids that share all but this many bits form one bucket, which is searched linearly.
const bucketBits = 6

// invert builds postings from the lists of all rows.
func invert(l *termLists, starts *[chunkRows + 1]uint32) *postings {
	total := int(starts[chunkRows])
	var counts [1 << 16]uint32
	distinct := 0
	for _, id := range l.ids[:total] {
		if counts[id] == 0 {
			distinct++
		}
		counts[id]++
	}
	p := &postings{terms: make([]uint16, 0, distinct), starts: make([]uint32, 1, distinct+1), list: make([]uint32, total)}
	next := uint32(0)
	for id, n := range counts {
		if id&(1<<bucketBits-1) == 0 {
			p.first[id>>bucketBits] = uint32(len(p.terms))
		}
		if n > 0 {
			counts[id] = next // from here on: the index of the term's next posting
			next += n
			p.terms, p.starts = append(p.terms, uint16(id)), append(p.starts, next)
		}
	}
	p.first[len(p.first)-1] = uint32(len(p.terms))
	for r := range chunkRows {
		for i := starts[r]; i < starts[r+1]; i++ {
			at := &counts[l.ids[i]]
			p.list[*at] = uint32(newPosting(r, l.weights[i]))
			*at++
		}
	}
	return p
}

// lists returns the postings as row lists again.
func (p *postings) lists(starts *[chunkRows + 1]uint32) *termLists {
	l := &termLists{make([]uint16, len(p.list)), make([]half, len(p.list))}
	next := *starts
	for i, id := range p.terms {
		for j := p.starts[i]; j < p.starts[i+1]; j++ {
			posted := posting(p.list[j])
			at := &next[posted.row()]
			l.ids[*at], l.weights[*at] = id, posted.weight()
			*at++
		}
	}
	return l
}

// eachTerm calls fn with the terms of a row.
func (p *postings) eachTerm(r int, fn func(id uint16)) {
	term := 0
	for j, posted := range p.list {
		for p.starts[term+1] <= uint32(j) {
			term++
		}
		if posting(posted).row() == r {
			fn(p.terms[term])
		}
	}
}

// of returns a term's postings.
func (p *postings) of(id uint16) []uint32 {
	bucket := id >> bucketBits
	for i, end := p.first[bucket], p.first[bucket+1]; i < end; i++ {
		if p.terms[i] >= id {
			if p.terms[i] > id {
				break
			}
			return p.list[p.starts[i]:p.starts[i+1]]
		}
	}
	return nil
}

// lookAhead is how many lists are looked up before the first of them is read, so that their cache misses overlap.
const lookAhead = 16

// dot adds the contributions of the question's terms to each row of out.
func (p *postings) dot(q *termQuery, out *[chunkRows]float32) {
	var lists [lookAhead][]uint32
	for ids := q.ids; len(ids) > 0; {
		part := ids[:min(lookAhead, len(ids))]
		ids = ids[len(part):]
		for i, id := range part {
			lists[i] = p.of(id)
		}
		for i, id := range part {
			weight := q.weights[id]
			for _, word := range lists[i] {
				posted := posting(word)
				out[posted.row()] += float32(weight * posted.weight().weight())
			}
		}
	}
}

func (p *postings) bytes() int64 {
	return int64(4*len(p.first) + 2*len(p.terms) + 4*len(p.starts) + 4*len(p.list))
}

// termQuery holds a question's weight of every term, and the ids of those that have one.
type termQuery struct {
	ids     []uint16 // ascending
	weights [1 << 16]float32
}

// set adds the terms, multiplied by scale.
func (q *termQuery) set(terms []fingerprint.TermWeight, scale float32) {
	for _, t := range terms {
		q.weights[t.ID] = t.Weight * scale
		q.ids = append(q.ids, t.ID)
	}
	slices.Sort(q.ids)
	q.ids = slices.Compact(q.ids)
}

// clear removes all terms.
func (q *termQuery) clear() {
	for _, id := range q.ids {
		q.weights[id] = 0
	}
	q.ids = q.ids[:0]
}
