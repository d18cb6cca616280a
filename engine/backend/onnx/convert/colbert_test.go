package convert

import (
	"context"
	"slices"
	"testing"

	"asterism/models"
	"asterism/models/drawn/reference"
)

// embedTokens runs rows with the given masks, padded by extra places, and returns the vectors of every row's tokens.
func embedTokens(t testing.TB, s *session, rows []reference.Row, width, extra int) [][]float32 {
	t.Helper()
	length := 0
	for _, r := range rows {
		length = max(length, len(r.IDs))
	}
	length += extra
	ids, mask := make([]int64, len(rows)*length), make([]int64, len(rows)*length)
	for i, r := range rows {
		for k, id := range r.IDs {
			ids[i*length+k], mask[i*length+k] = int64(id), r.Mask[k]
		}
	}
	all := cutRows(s.run(t, tensorOf(t, ids, len(rows), length), tensorOf(t, mask, len(rows), length))[0], len(rows))
	for i, r := range rows {
		own := len(r.IDs) * width
		if slices.ContainsFunc(all[i][own:], func(x float32) bool { return x != 0 }) {
			t.Errorf("row %d has numbers at places without a token", i)
		}
		all[i] = all[i][:own]
	}
	return all
}

// TestColBERT compares memories and questions filled up with [MASK] with the reference, alone and together.
func TestColBERT(t *testing.T) {
	for name, c := range map[string]struct {
		precision string
		bound     float64
	}{"float32": {models.PrecisionF32, 1e-5}, "int8": {models.PrecisionInt8, 0.05}} {
		t.Run(name, func(t *testing.T) {
			m := makeTiny(t, models.LateInteraction, c.precision, nil)
			var rows []reference.Row
			for _, ids := range drawRows(m.model, 500, 4, 64, 20, 65, 32, 9) {
				rows = append(rows, reference.Row{IDs: ids, Mask: slices.Repeat([]int64{1}, len(ids))})
			}
			for len(rows[5].IDs) < m.model.QueryLength {
				rows[5].IDs, rows[5].Mask = append(rows[5].IDs, m.model.MaskID), append(rows[5].Mask, 2)
			}
			ref, err := reference.Open(m.dir)
			if err != nil {
				t.Fatal(err)
			}
			defer ref.Close()
			want, err := ref.Embed(context.Background(), rows...)
			if err != nil {
				t.Fatal(err)
			}
			s, width, worst := m.text(t), models.LateInteraction.Info().Width, 0.0
			got := embedTokens(t, s, rows, width, 40)
			for i := range rows {
				worst = max(worst, distance(got[i], slices.Concat(want[i].Tokens...)))
				if !slices.Equal(embedTokens(t, s, rows[i:i+1], width, 0)[0], got[i]) {
					t.Errorf("row %d has other bits alone than with others", i)
				}
			}
			t.Logf("‖out − ref‖/‖ref‖ is at most %.2g over %d rows", worst, len(rows))
			if !(worst <= c.bound) {
				t.Errorf("‖out − ref‖/‖ref‖ is %.3g, want at most %g", worst, c.bound)
			}
		})
	}
}

// TestColBERTSettings looks at what the manifest is told: markers behind [CLS], the length of questions, the marks that
// memories have no vectors for.
func TestColBERTSettings(t *testing.T) {
	m := makeTiny(t, models.LateInteraction, models.PrecisionF32, nil).model
	if !slices.Equal(m.QueryFrame.Before, []int32{101, 1}) || !slices.Equal(m.PassageFrame.Before, []int32{101, 2}) {
		t.Errorf("frames begin with %v and %v, want [CLS] and the first two unused tokens", m.QueryFrame.Before, m.PassageFrame.Before)
	}
	if m.QueryLength != 32 || m.MaskID != 103 || m.Window != 180 {
		t.Errorf("questions of %d tokens filled with %d, window %d; want 32, 103 and 180", m.QueryLength, m.MaskID, m.Window)
	}
	if len(m.PassageSkip) == 0 || slices.Contains(m.PassageSkip, 101) {
		t.Errorf("skipped are %v", m.PassageSkip)
	}
}
