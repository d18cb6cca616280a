package spell

import (
	"testing"

	"pgregory.net/rapid"
)

func TestMeant(t *testing.T) {
	w := New([]string{"service", "kubernetes", "upgrade", "certificate", "authentication", "allocator", "form", "server", "severe"})
	for word, want := range map[string]string{
		"kuberntes": "kubernetes", "upgarde": "upgrade", "certifcate": "certificate", "servcie": "service", "authentification": "authentication",
		"alocator": "allocator", "serverr": "server", "servre": "server",
		"service": "", "from": "", "quokka": "", "fomr": "", "": "", "idempotency": "",
	} {
		got, ok := w.Meant(word)
		if got != want && ok || ok != (want != "") {
			t.Errorf("Meant(%q) = %q %v, want %q", word, got, ok, want)
		}
	}
}

// TestAWordWithAPrefixIsNoSlip checks that a prefix is not removed: the word means something else, often the opposite. A missing first letter is a misspelling.
func TestAWordWithAPrefixIsNoSlip(t *testing.T) {
	w := New([]string{"subscribing", "generating", "readable", "enroll", "database", "uninstalling", "cloud", "rollback", "contour", "confusion", "recurrent", "accommodation"})
	for word, want := range map[string]string{
		"unsubscribing": "", "regenerating": "", "unreadable": "", "reenroll": "", "installing": "", "xcloud": "", "codetour": "", "coldfusion": "", "resurrect": "", "recurrnet": "recurrent", "acomodation": "accommodation",
		"atabase": "database", "subscribbing": "subscribing", "rollbacks": "rollback",
	} {
		if got, ok := w.Meant(word); got != want && ok || ok != (want != "") {
			t.Errorf("Meant(%q) = %q %v, want %q", word, got, ok, want)
		}
		if near := w.Near(word); want == "" && len(near) > 0 {
			t.Errorf("Near(%q) = %q", word, near)
		}
	}
}

func TestDistanceIsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := []rune(rapid.StringMatching(`[a-zäß日]{2,12}`).Draw(t, "word"))
		at := rapid.IntRange(0, len(word)-1).Draw(t, "at")
		changed := append([]rune{}, word...)
		switch rapid.IntRange(0, 3).Draw(t, "change") {
		case 0:
			changed = append(changed[:at], changed[at+1:]...)
		case 1:
			changed[at] = 'X'
		case 2:
			changed = append(changed[:at], append([]rune{'X'}, changed[at:]...)...)
		default:
			if at == 0 || changed[at] == changed[at-1] {
				return
			}
			changed[at], changed[at-1] = changed[at-1], changed[at]
		}
		if d := distance(word, changed, 3); d != 1 {
			t.Fatalf("distance(%q, %q) = %d, want 1", string(word), string(changed), d)
		}
		if d, e := distance(word, changed, 3), distance(changed, word, 3); d != e {
			t.Fatalf("not symmetric: %d and %d", d, e)
		}
	})
}

func FuzzMeant(f *testing.F) {
	f.Add("kuberntes")
	w := New([]string{"kubernetes", "upgrade"})
	f.Fuzz(func(t *testing.T, word string) {
		_, known := w.rank[word]
		if got, ok := w.Meant(word); ok {
			if _, is := w.rank[got]; got == word || known || !is {
				t.Errorf("%q meant %q", word, got)
			}
		}
		for _, got := range w.Near(word) {
			if _, is := w.rank[got]; got == word || known || !is || distance([]rune(word), []rune(got), 1) != 1 {
				t.Errorf("%q is said to be near %q", word, got)
			}
		}
	})
}
