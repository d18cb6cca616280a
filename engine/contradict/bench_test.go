package contradict

import (
	"testing"
	"time"

	"asterism/engine/store"
)

// mostHits is how many hits a search looks at for what says otherwise (contenders of package engine).
const mostHits = 20

// BenchmarkSaidOtherwise looks at as many hits as a search does: of ten things that changed, what was so and what tells the change. In a search most hits are about other things.
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
