package compare

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"asterism/engine/compare/pairs"
)

// FuzzTexts checks that a text is the same as itself and as itself wrapped differently, that an additional number is no copy, and that both directions give the same result.
func FuzzTexts(f *testing.F) {
	for _, p := range pairs.Development() {
		f.Add("text", p.Old, p.New)
	}
	f.Add("code", "if ready {", "if !ready {")
	f.Add("text", "n't 'ts \"` 1,0 v -", "不 \xff\u0301 ー 1,000,0")
	f.Fuzz(func(t *testing.T, modality, a, b string) {
		if r := In(modality, a, a); r.Class != Same || r.Shared != 1 || len(r.Changed) > 0 {
			t.Errorf("%q and itself: %+v", a, r)
		}
		if r := In(modality, a, strings.Join(strings.Fields(a), "\n ")); r.Class != Same {
			t.Errorf("%q wrapped: %+v", a, r)
		}
		if r := In(modality, a, a+" 7391"); r.Class == Same {
			t.Errorf("%q with a number more: %+v", a, r)
		}
		r, back := In(modality, a, b), In(modality, b, a)
		if !slices.Contains(Classes, r.Class) || !(r.Shared >= 0 && r.Shared <= 1+1e-9) || r.Words() == "" {
			t.Errorf("%q and %q: %+v", a, b, r)
		}
		if one := WordingOf(modality, a) == WordingOf(modality, b); one && r.Class != Same || !one && r.Class == Same && !sameButForCase(&read{modality: modality, text: a}, &read{modality: modality, text: b}) {
			t.Errorf("%q and %q: %s, and their wordings say otherwise", a, b, r.Class)
		}
		for i := range back.Changed {
			back.Changed[i].Old, back.Changed[i].New = back.Changed[i].New, back.Changed[i].Old
		}
		if r.Class != back.Class || r.Shared != back.Shared || !slices.Equal(r.Changed, back.Changed) {
			t.Errorf("%q and %q: %+v, the other way round %+v", a, b, r, back)
		}
	})
}

// FuzzTokens checks that no text breaks the scanner, and that each token has a kind.
func FuzzTokens(f *testing.F) {
	for _, text := range []string{"The p95 latency of db-01 isn't 1,200ms (see /var/log/x.log, v1.2.3) — \"ask Bob\"!", "サーバーdb-01は落ちた。", "l'API n'est pas prête", "a/b-c_d::e"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, tok := range tokens(text) {
			if tok.key == "" || tok.kind == "" || tok.weight < 0 || utf8.ValidString(text) && !utf8.ValidString(tok.text) {
				t.Errorf("%q: %+v", text, tok)
			}
		}
	})
}
