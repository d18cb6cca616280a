package engine

import (
	"testing"

	"asterism/bench/mix"
	"asterism/engine/batch"
)

func TestLengthsAreThoseThatTheGoalsWereStatedFor(t *testing.T) {
	lengths := mix.Lengths(32_000, 5)
	naive := batch.Naive(len(lengths))
	if waste := padding(lengths, naive); waste < 4.5 || waste > 4.7 {
		t.Errorf("batches of 32 in order of arrival do %.2f times the arithmetic, want 4.6", waste)
	}
	tokens, attention, padded := 0, 0, 0
	for _, n := range lengths {
		tokens += n
		attention += n * n
	}
	for _, members := range naive {
		longest := 0
		for _, i := range members {
			longest = max(longest, lengths[i])
		}
		padded += len(members) * longest * longest
	}
	if mean := float64(tokens) / float64(len(lengths)); mean < 58 || mean > 62 {
		t.Errorf("texts have %.1f tokens, want about %d", mean, mix.Mean)
	}
	if waste := float64(padded) / float64(attention); waste < 10.5 || waste > 13 {
		t.Errorf("they do %.1f times the attention, want about 12", waste)
	}
}

func TestRowsHaveTheirLengths(t *testing.T) {
	lengths := mix.Lengths(50, 6)
	for i, ids := range drawRows(lengths, 10, 6) {
		if len(ids) != lengths[i] {
			t.Errorf("row %d has %d tokens, want %d", i, len(ids), lengths[i])
		}
		for _, id := range ids {
			if id < 0 || id >= 10 {
				t.Errorf("row %d has token %d outside the vocabulary", i, id)
			}
		}
	}
}
