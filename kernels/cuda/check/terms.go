package check

import (
	"encoding/binary"
	"math"
	"slices"

	"asterism/kernels/cuda"
)

// termsChecks have shapes of rows, in whole chunks, × terms of a question; term_sums has chunks × questions.
func termsChecks() []Check {
	s := []Shape{{Rows: cuda.SeatRows, Columns: 1, Small: true}, {Rows: 2 * cuda.SeatRows, Columns: 40, Small: true}, {Rows: 3 * cuda.SeatRows, Columns: 300, Small: true},
		{Rows: 1 << 20, Columns: 300}, {Rows: 1 << 20, Columns: 30}}
	// Of the terms that are drawn for a question a row has 1 of 1, 3 of 30 and 6 of 300: the cube root.
	lists := func(s Shape) float64 { return 4 * float64(s.Rows) * math.Cbrt(float64(s.Columns)) }
	return []Check{
		{Name: "score_terms", Shapes: s, Run: checkScoreTerms, Work: func(s Shape) Work { return Work{Bytes: 3*lists(s) + 4*6*float64(s.Rows)} }},
		{Name: "count_terms", Shapes: s, Run: checkCountTerms, Work: func(s Shape) Work { return Work{Bytes: lists(s)} }},
		{Name: "term_sums", Run: checkTermSums, Work: func(s Shape) Work { return Work{Bytes: cuda.TermsSumsBytes * float64(s.Rows*s.Columns)} },
			Shapes: []Shape{{Rows: 1, Columns: 1, Small: true}, {Rows: 255, Columns: 2, Small: true}, {Rows: 257, Columns: 3, Small: true}, {Rows: 1025, Columns: 2, Small: true},
				{Rows: 10000, Columns: 2}}},
	}
}

// drawTermsLook draws a look at sparse spaces, of which one chunk lacks E13 and one, where there are three, has no row that is allowed.
func (b *Bench) drawTermsLook(chunks int) *drawnLook {
	drawn := 0
	l := b.drawLook(chunks, 4, func() *drawnChunk {
		c := b.drawChunk(0)
		c.drawTerms(b, 0, 20)
		if drawn++; drawn != 2 {
			c.drawTerms(b, 1, 60)
		}
		return c
	})
	if chunks == 3 {
		clear(l.allowed[2*cuda.SeatRows/32:])
		l.Allowed = b.words(l.allowed)
	}
	return l
}

// drawTermsQuestion makes a random question of a number of terms in the space; some of them are in no row.
func (b *Bench) drawTermsQuestion(space, terms int) *cuda.TermsQuestion {
	q := &cuda.TermsQuestion{Space: space, About: b.Rand.Float64()}
	ids := map[uint16]bool{7: true} // which every row has
	for len(ids) < terms {
		ids[uint16(cuda.MostTerms*math.Pow(b.Rand.Float64(), 6))] = true
	}
	for id := range ids {
		q.IDs = append(q.IDs, id)
	}
	slices.Sort(q.IDs)
	for range q.IDs {
		q.Weights = append(q.Weights, float32(b.Rand.ExpFloat64()))
	}
	return q
}

func checkScoreTerms(b *Bench, s Shape) (worst, limit float64, err error) {
	l := b.drawTermsLook(s.Rows / cuda.SeatRows)
	var questions []*cuda.TermsQuestion
	var records []byte
	for i := range 4 {
		q := b.drawTermsQuestion(i%2, s.Columns)
		if i == 1 {
			q.IDs, q.Weights = nil, nil // what has a value has 0
		}
		q.Likeness, q.Out = i == 2, b.Poison(4*s.Rows)
		if records, err = q.AppendTo(records); err != nil {
			return 1, exact, err
		}
		questions = append(questions, q)
	}
	sums := b.Poison(len(questions) * l.Chunks * cuda.TermsSumsBytes)
	b.Launch(cuda.ScoreTerms(l.Look, b.Bytes(records), len(questions), sums))
	got, err := cuda.ReadSums(b.ReadBytes(sums), len(questions)*l.Chunks)
	if err != nil {
		return 1, exact, nil // the bench says why
	}
	for k, q := range questions {
		scores := b.ReadFloats(q.Out)
		for _, i := range b.Sample(l.Chunks, 16) {
			want, wantSums := referenceScores(q, l, i)
			for r := range want {
				if !same(float32(scores[i*cuda.SeatRows+r]), want[r]) {
					worst++
				}
			}
			if got[k*l.Chunks+i] != wantSums {
				worst++
			}
		}
	}
	return worst, exact, nil
}

func checkTermSums(b *Bench, s Shape) (worst, limit float64, err error) {
	records, want := []byte(nil), make([]cuda.Sums, s.Columns)
	for i := range want {
		for range s.Rows {
			v := cuda.Sums{N: b.Rand.IntN(1 << 40), Sum: b.Rand.NormFloat64(), Squares: b.Rand.ExpFloat64()}
			want[i] = addSums(want[i], v)
			for _, word := range []uint64{uint64(v.N), math.Float64bits(v.Sum), math.Float64bits(v.Squares)} {
				records = binary.LittleEndian.AppendUint64(records, word)
			}
		}
	}
	out := b.Poison(s.Columns * cuda.TermsSumsBytes)
	b.Launch(cuda.TermSums(cuda.Look{Chunks: s.Rows}, s.Columns, b.Bytes(records), out))
	if got, err := cuda.ReadSums(b.ReadBytes(out), s.Columns); err != nil || !slices.Equal(got, want) {
		worst++
	}
	return worst, exact, nil
}

// checkCountTerms starts counting at 1, since the kernel adds.
func checkCountTerms(b *Bench, s Shape) (worst, limit float64, err error) {
	l := b.drawTermsLook(s.Rows / cuda.SeatRows)
	for space := range sparseSpaces {
		q := b.drawTermsQuestion(space, s.Columns)
		record, err := q.AppendTo(nil)
		if err != nil {
			return 1, exact, err
		}
		counts := b.Ints(slices.Repeat([]int32{1}, len(q.IDs)))
		b.Launch(cuda.CountTerms(l.Look, b.Bytes(record), len(q.IDs), counts))
		want := referenceCounts(q, l)
		for i, n := range b.ReadInts(counts) {
			if n != want[i]+1 {
				worst++
			}
		}
	}
	return worst, exact, nil
}
