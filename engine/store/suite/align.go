package suite

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"asterism/engine/store"
	"asterism/models"
)

// Align returns the command that sets a purpose vector measured from a version.
func Align(id store.ID, version uint64, purpose [models.Count]float32) store.Command {
	return store.Command{Op: store.OpAlign, ID: id, Version: version, Purpose: &purpose}
}

// purposeOf returns random alignments, with one space absent.
func purposeOf(rng *rand.Rand) (p [models.Count]float32) {
	for i := range p {
		p[i] = 2*rng.Float32() - 1
	}
	p[rng.IntN(len(p))] = float32(math.NaN())
	return p
}

func aligns(t *testing.T, s store.Store) {
	rng := rand.New(rand.NewPCG(7, 7))
	m, forgotten, purged := Sample(1), Sample(2), Sample(3)
	apply(t, s, Remember(m), Remember(forgotten), Remember(purged), Purge(purged.ID, 1))
	apply(t, s, store.Command{Op: store.OpForget, ID: forgotten.ID, At: later})
	forgotten.Deleted = later
	first, second := purposeOf(rng), purposeOf(rng)
	for i, step := range []struct {
		command store.Command
		memory  *store.Memory
		want    [models.Count]float32
	}{
		{Align(m.ID, 1, first), m, first},
		{Align(m.ID, 1, first), m, first},
		{Align(m.ID, 2, second), m, first}, // of a version that is not stored yet
		{Align(m.ID, 0, second), m, first},
		{Align(forgotten.ID, 1, second), forgotten, second},
		{Align(purged.ID, 1, second), m, first}, // purged meanwhile
		{Align(ID(9), 1, second), m, first},     // never stored
		{Align(m.ID, 1, [models.Count]float32{}), m, [models.Count]float32{}},
	} {
		apply(t, s, step.command)
		step.memory.Purpose = step.want
		if d := Difference(get(t, s, step.memory.ID), step.memory.Clone(Everything)); d != "" {
			t.Errorf("step %d: %s", i, d)
		}
	}
	for _, id := range []store.ID{purged.ID, ID(9)} {
		if _, err := store.One(context.Background(), s, store.Parts{}, id); !isNotFound(err, id) {
			t.Errorf("aligning made memory %s: error %v", id, err)
		}
	}
	next := Sample(1)
	next.Version = 2
	apply(t, s, Align(m.ID, 1, first), Remember(next), Align(m.ID, 1, second)) // too late
	if d := Difference(get(t, s, m.ID), next.Clone(Everything)); d != "" {
		t.Errorf("a new version brings its own: %s", d)
	}
}
