package cuda

import (
	"testing"

	"pgregory.net/rapid"

	"asterism/engine/batch"
)

// TestLayoutProperty: whatever texts are laid out and however they are filled up, every token belongs to the text whose running lengths hold it, the tiles cover each text
// once, and the bytes are those that a size says.
func TestLayoutProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(1, 200), 1, 8).Draw(t, "lengths")
		l := newLayout(batch.Passage)
		for _, n := range lengths {
			l.text(make([]int32, n), nil, n, n-1)
		}
		l.closed()
		before := l.size()
		texts := rapid.IntRange(0, 3).Draw(t, "more texts")
		tokens := rapid.IntRange(0, 300).Draw(t, "more tokens")
		if ok := l.pad(before.tokens+tokens, before.texts+texts); ok != (tokens >= texts && (texts > 0 || tokens == 0)) {
			t.Fatalf("%d tokens in %d texts more: %v", tokens, texts, ok)
		} else if ok && l.size().tokens != before.tokens+tokens {
			t.Fatalf("filled up to %d tokens, want %d", l.size().tokens, before.tokens+tokens)
		}
		checkLayout(t, l)
	})
}

func checkLayout(t *rapid.T, l *layout) {
	w, s := &l.whole, l.size()
	covered := 0
	for i := range s.texts {
		from, to := w[wholeOffsets][i], w[wholeOffsets][i+1]
		if from >= to || w[wholeRanges][2*i] != from || w[wholeRanges][2*i+1] != to || w[wholePicks][i] < from || w[wholePicks][i] >= to || w[wholeSeen][i] < 1 || w[wholeSeen][i] > to-from {
			t.Fatalf("text %d lies from %d to %d, is pooled %v, stands for itself by %d and is attended to by %d", i, from, to, w[wholeRanges][2*i:2*i+2], w[wholePicks][i], w[wholeSeen][i])
		}
		for at := from; at < to; at++ {
			if int(w[wholeTexts][at]) != i {
				t.Fatalf("token %d belongs to text %d, want %d", at, w[wholeTexts][at], i)
			}
		}
		for k := 0; k < s.tiles; k++ {
			switch text, first := int(w[wholeTiles][2*k]), w[wholeTiles][2*k+1]; {
			case first < 0 && i >= text && i < text-int(first):
				covered += int(to - from)
			case first >= 0 && text == i:
				covered += int(min(64, to-from-first))
			}
		}
	}
	if covered != s.tokens {
		t.Fatalf("tiles cover %d of %d tokens", covered, s.tokens)
	}
	for i, n := range wholeBytes(s) {
		if n != 4*len(w[i]) {
			t.Fatalf("array %d has %d bytes, its size says %d", i, 4*len(w[i]), n)
		}
	}
}
