package cuda

import (
	"encoding/binary"
	"fmt"
	"math"
)

// TermsQuestion is a question in a sparse space.
type TermsQuestion struct {
	Space    int       // 0: E6, 1: E13
	IDs      []uint16  // ascending, no two the same
	Weights  []float32 // one an id
	Likeness bool      // products are divided by the lengths of the rows' weight vectors
	About    float64   // see [TermSums]
	Out      Pointer   // float32 [Chunks·1024], of ScoreTerms
}

// MostTerms is how many terms a question may have: all that there are.
const MostTerms = 1 << 16

// MostTermsQuestions is how many questions a launch may have.
const MostTermsQuestions = 16

// TermsSumsBytes is what [TermSums] writes a question: i64 count, float64 sum, float64 squares.
const TermsSumsBytes = 24

// Bytes is what AppendTo writes.
func (q *TermsQuestion) Bytes() int {
	return termsHeadBytes + roundUp(2*len(q.IDs), 16) + roundUp(4*len(q.Weights), 16)
}

const termsHeadBytes = 32

// AppendTo writes the question as the kernels read it; it must lie at a multiple of 16, and several questions of one launch one behind the other:
//
//	u32 bytes of the record, u32 space, u32 likeness, u32 n terms, float64 about, u64 out; u16 ids [n] and nothing up to a multiple of 16; float32 weights [n], the same
//
// The error says that the ids do not ascend, or what does not fit.
func (q *TermsQuestion) AppendTo(to []byte) ([]byte, error) {
	if q.Space < 0 || q.Space > 1 || len(q.IDs) != len(q.Weights) {
		return to, fmt.Errorf("question of terms: sparse space %d with %d ids and %d weights; want space 0 or 1, and a weight an id",
			q.Space, len(q.IDs), len(q.Weights))
	}
	for i := 1; i < len(q.IDs); i++ {
		if q.IDs[i-1] >= q.IDs[i] {
			return to, fmt.Errorf("question of terms: id %d follows %d, want ascending ids", q.IDs[i], q.IDs[i-1])
		}
	}
	likeness, le := uint32(0), binary.LittleEndian
	if q.Likeness {
		likeness = 1
	}
	for _, v := range [...]uint32{uint32(q.Bytes()), uint32(q.Space), likeness, uint32(len(q.IDs))} {
		to = le.AppendUint32(to, v)
	}
	to = le.AppendUint64(to, math.Float64bits(q.About))
	to = le.AppendUint64(to, uint64(q.Out))
	begin := len(to)
	for _, v := range q.IDs {
		to = le.AppendUint16(to, v)
	}
	to = append(to, make([]byte, roundUp(2*len(q.IDs), 16)-(len(to)-begin))...)
	begin = len(to)
	for _, v := range q.Weights {
		to = le.AppendUint32(to, math.Float32bits(v))
	}
	return append(to, make([]byte, roundUp(4*len(q.Weights), 16)-(len(to)-begin))...), nil
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// ScoreTerms describes the scores of all rows of a look in sparse spaces: Σ weight·weight over the terms that question and row share, in the order of their ids, as
// engine/search adds them, bit for bit; NaN where a row is not allowed or has no value in the space. There are n questions, each with its own Out. sums,
// n·Chunks·[TermsSumsBytes], gets what [TermSums] adds up.
func ScoreTerms(l Look, questions Pointer, n int, sums Pointer) (Launch, error) {
	if err := checkTerms("score_terms", n); err != nil {
		return Launch{}, err
	}
	return Launch{Kernel: "score_terms", GridX: l.Chunks, GridY: n, Threads: termsThreads,
		Args: []Arg{l.Table, l.Seats, l.Allowed, questions, sums, int32(l.Chunks)}}, l.check("score_terms")
}

// TermSums describes the sums over all rows of a look of what they differ from About: out [n] of i64 how many rows have a score, float64 Σ (score − About), float64 Σ
// (score − About)²; row after row in each chunk and then chunk after chunk, as engine/search adds them.
func TermSums(l Look, n int, sums, out Pointer) (Launch, error) {
	if err := checkTerms("term_sums", n); err != nil {
		return Launch{}, err
	}
	return Launch{Kernel: "term_sums", GridX: n, GridY: 1, Threads: 256, Args: []Arg{sums, int32(l.Chunks), out}}, l.check("term_sums")
}

// Sums is one record of [TermSums].
type Sums struct {
	N            int
	Sum, Squares float64
}

// ReadSums reads n records of TermSums. The error says that they are not so many.
func ReadSums(data []byte, n int) ([]Sums, error) {
	if len(data)/TermsSumsBytes != n || len(data)%TermsSumsBytes != 0 {
		return nil, fmt.Errorf("read sums of terms: %d bytes, want %d records of %d", len(data), n, TermsSumsBytes)
	}
	out, le := make([]Sums, n), binary.LittleEndian
	for i := range out {
		b := data[i*TermsSumsBytes:]
		out[i] = Sums{int(le.Uint64(b)), math.Float64frombits(le.Uint64(b[8:])), math.Float64frombits(le.Uint64(b[16:]))}
	}
	return out, nil
}

// CountTerms describes in how many allowed rows of a look each term of a question stands: counts int32 [terms] are added to, so they must be cleared before
// ([Clear]). About, weights and Out of the question are not looked at; terms is how many it has.
func CountTerms(l Look, question Pointer, terms int, counts Pointer) (Launch, error) {
	if terms < 1 || terms > MostTerms {
		return Launch{}, fmt.Errorf("launch count_terms: %d terms, want 1 to %d", terms, MostTerms)
	}
	x := min(l.Chunks, countBlocks)
	return Launch{Kernel: "count_terms", GridX: x, GridY: blocks(terms, countTerms), Threads: 32 * countWarps,
		Args: []Arg{l.Table, l.Seats, l.Allowed, int32(l.Chunks), question, int32(x), counts}}, l.check("count_terms")
}

const (
	termsThreads = 32
	// A block of count_terms goes over every so many-th chunk with so many terms of the question, so that its counts are added to memory once.
	countBlocks, countTerms, countWarps = 1056, 128, 8
)

func checkTerms(kernel string, n int) error {
	if n < 1 || n > MostTermsQuestions {
		return fmt.Errorf("launch %s: %d questions, want 1 to %d", kernel, n, MostTermsQuestions)
	}
	return nil
}
