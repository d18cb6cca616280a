package contradict

import (
	"testing"
	"time"

	"asterism/engine/store"
)

// mostHits is how many hits a search checks for contradictions (contenders of package engine).
const mostHits = 20

// BenchmarkSaidOtherwise checks as many hits as a search does: for ten things that changed, the old statement and the one that reports the change. In a real search most
// hits are about other things.
func BenchmarkSaidOtherwise(b *testing.B) {
	var hits []*store.Memory
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range toldCases[:mostHits/2] {
		for _, text := range []string{c.older, c.text} {
			at = at.Add(time.Hour)
			hits = append(hits, &store.Memory{Modality: "text", Content: text, Time: at})
		}
	}
	for b.Loop() {
		SaidOtherwise(hits)
	}
}
