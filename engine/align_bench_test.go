package engine

import (
	"context"
	"testing"

	"asterism/engine/aims"
	"asterism/engine/store"
)

// BenchmarkPurposeVector measures what a goal costs for twelve memories that are aligned again, without reading them.
func BenchmarkPurposeVector(b *testing.B) {
	e, err := Open(context.Background(), Config{Data: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close(context.Background())
	if _, err := e.SetNorthStar(context.Background(), "", breadGoal); err != nil {
		b.Fatal(err)
	}
	if _, err := e.RememberAll(context.Background(), notesOf(append(breadNotes, otherNotes...)...)); err != nil {
		b.Fatal(err)
	}
	var all []*store.Memory
	err = e.store.Scan(context.Background(), store.Range{}, store.Parts{Spaces: stored}, func(m *store.Memory) (bool, error) {
		all = append(all, m)
		return true, nil
	})
	if err != nil {
		b.Fatal(err)
	}
	tree := e.aims.Tree(DefaultNamespace)
	b.ResetTimer()
	for b.Loop() {
		if _, err := aims.Vectors(tree, all...); err != nil {
			b.Fatal(err)
		}
	}
}
