package rocks

import (
	"context"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// TestDamageBeyondTheFirstIsCountedOnce: each damaged record is counted once, also if there are so many that the last ones are only counted.
func TestDamageBeyondTheFirstIsCountedOnce(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	var cmds []store.Command
	const linked = maxDamage/2 + 25 // each has an edge in both directions
	for n := range linked + 1 {
		m := suite.Sample(1)
		m.ID, m.Links, m.Supersedes = suite.ID(n), nil, nil
		if n > 0 {
			m.Links = []store.ID{suite.ID(0)}
		}
		cmds = append(cmds, suite.Remember(m))
	}
	if err := s.Apply(context.Background(), cmds...); err != nil {
		t.Fatal(err)
	}
	keys, values := rows(t, s, famEdges)
	var bad []op
	for i, key := range keys {
		bad = append(bad, op{famEdges, key, append(values[i], 1)})
	}
	if err := s.d.apply(bad); err != nil {
		t.Fatal(err)
	}
	report, err := s.Check(context.Background(), nil)
	if err != nil || len(report.Damage) != maxDamage || len(keys) != 2*linked || report.More != 2*linked-maxDamage {
		t.Errorf("%d named and %d more of %d, error %v", len(report.Damage), report.More, len(keys), err)
	}
}
