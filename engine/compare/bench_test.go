package compare

import (
	"strings"
	"testing"

	"asterism/engine/compare/pairs"
)

// BenchmarkTexts compares the development pairs, one after the other.
func BenchmarkTexts(b *testing.B) {
	all := pairs.Development()
	for i := 0; b.Loop(); i++ {
		p := &all[i%len(all)]
		Texts(p.Old, p.New)
	}
}

// BenchmarkLongTexts compares texts of about 280 words: two that are nearly the same, and two that are unrelated.
func BenchmarkLongTexts(b *testing.B) {
	var one, other strings.Builder
	for i, p := range pairs.Development() {
		if i%10 == 0 {
			one.WriteString(p.Old + " ")
		} else if i%10 == 5 {
			other.WriteString(p.Old + " ")
		}
	}
	text := one.String() + one.String()
	for name, second := range map[string]string{"near": strings.ReplaceAll(text, " the ", " one "), "apart": other.String() + other.String()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Texts(text, second)
			}
		})
	}
}

// BenchmarkWordingOf hashes texts of the development pairs, one after the other.
func BenchmarkWordingOf(b *testing.B) {
	all := pairs.Development()
	for i := 0; b.Loop(); i++ {
		WordingOf("text", all[i%len(all)].Old)
	}
}
