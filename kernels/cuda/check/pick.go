package check

import (
	"slices"

	"asterism/kernels/cuda"
)

// pickChecks have shapes of texts × vocabulary × most terms.
func pickChecks() []Check {
	s := []Shape{{1, 1, 1, true}, {5, 100, 5, true}, {31, 300, 15, true}, {6, 3001, 150, true}, {33, 30522, 1526, false}, {1025, 30522, 1526, false}}
	return []Check{{Name: "pick_terms", Shapes: s, Run: checkPick, Work: func(s Shape) Work {
		return Work{Bytes: float64(s.Rows) * (8*float64(s.Columns) + 4*float64(cuda.PickRecord(s.Depth)))}
	}}}
}

// checkPick has texts with few terms, with more than are kept, with many equal ones at the border, with none, and with all. It counts the texts that are wrong.
func checkPick(b *Bench, s Shape) (worst, limit float64, err error) {
	scores := b.DrawFloats(s.Rows*s.Columns, 1, 0)
	for i := range scores {
		v := max(scores[i], 0)
		switch i / s.Columns % 5 {
		case 0:
			v = max(v-2.5, 0)
		case 2:
			v = float32(int(2*v)) / 2
		case 3:
			v = 0
		case 4:
			v++
		}
		scores[i] = v
	}
	record := cuda.PickRecord(s.Depth)
	out := b.Poison(4 * s.Rows * record)
	b.Launch(cuda.Pick(out, b.Floats(scores), s.Rows, s.Columns, s.Depth))
	words, weights := b.ReadInts(out), b.ReadFloats(out)
	if len(words) != s.Rows*record {
		return 1, exact, nil // the bench says why
	}
	for text := range s.Rows {
		if !pickedRight(words[text*record:][:record], weights[text*record:][:record], scores[text*s.Columns:][:s.Columns], s.Depth) {
			worst++
		}
	}
	return worst, exact, nil
}

func pickedRight(words []int32, weights []float64, scores []float32, most int) bool {
	want := ReferencePick(scores, most)
	if int(words[0]) != len(want) || !slices.Equal(words[1:1+len(want)], want) {
		return false
	}
	for i, id := range want {
		if weights[1+most+i] != float64(scores[id]) {
			return false
		}
	}
	return true
}
