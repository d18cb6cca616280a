package compare

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"The p95 latency isn't 1,200ms":  "The/word p95/identifier latency/word isn't/word isn't/word 1,200/number ms/word",
		"see /var/log/x.log, main.go":    "see/word /var/log/x.log/path main.go/path",
		"v1.2.3 and 1.2.3-rc1 and 1.5":   "v1.2.3/version and/word 1.2.3-rc1/version and/word 1.5/number",
		"at 9:30 on Friday, 2026-03-12":  "at/word 9:30/time on/word Friday/time 2026-03-12/time",
		"ask \"blue kettle\" of Bob":     "ask/word blue/quoted kettle/quoted of/word Bob/name",
		"PAY-1041, user_id, handleLogin": "PAY-1041/identifier user_id/identifier handleLogin/identifier",
		"thread-safe and/or X-Retry-Id":  "thread/word safe/word and/word or/word X-Retry-Id/identifier",
		"costs $30, 5th of twelve":       "costs/word 30/number $/word 5th/number of/word twelve/number",
		"Alice's, n'est pas":             "Alice/word n/word est/word pas/word",
		"落ちたdb-01は":                      "落/word ち/word た/word db-01/identifier は/word",
		"— * ... !":                      "",
	} {
		var got []string
		for _, tok := range tokens(text) {
			got = append(got, tok.text+"/"+string(tok.kind))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %s\nwant %s", text, s, want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"The limit is 100 requests per minute.", "The limit is 500 requests per minute.", "value changed: 100 → 500"},
		{"The flag is enabled.", "The flag is not enabled.", "negated: adds not"},
		{"Alice reviewed Bob.", "Bob reviewed Alice.", "roles swapped"},
		{"The backup failed.", "The backup failed on disk 4.", "more detail: adds disk 4"},
		{"The port is open.", "The port is closed.", "contradiction: open → closed"},
		{"The port is open.", "the port is open", "same"},
	} {
		if got := Texts(c.old, c.new).Words(); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.old, c.new, got, c.want)
		}
	}
}

// TestLongTexts checks that differences in long texts are found between what they share, and that texts too long to align are still compared.
func TestLongTexts(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		b.WriteString(" step ")
		b.WriteString(strings.Repeat("x", i%17+1))
	}
	long := b.String()
	if r := Texts(long+" the port is 80"+long, long+" the port is 81"+long); r.Class != Changed || len(r.Changed) != 1 {
		t.Errorf("one number in %d bytes: %s", 2*len(long), r.Words())
	}
	if r := Texts(long+long+long, long+long+long+"81"); r.Class != Changed || len(r.Changed) != 0 {
		t.Errorf("a number more in %d bytes: %s", 3*len(long), r.Words())
	}
	if r := Texts(long+long+long, strings.Repeat("y ", 3*len(long))); r.Class != Different {
		t.Errorf("other words: %s", r.Words())
	}
	if r := Texts("alpha "+long+" beta", "gamma "+long[:len(long)/2]+" delta"); r.Class == Same || r.Class == Rephrased {
		t.Errorf("half of a long text: %s", r.Words())
	}
}
