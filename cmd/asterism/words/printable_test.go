package words

import (
	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain, with ünïcode 漢字 and 🙂\n\ttoo": "plain, with ünïcode 漢字 and 🙂\n\ttoo",
		"\x1b[31mred\x1b]8;;http://x\x07":     `\x1b[31mred\x1b]8;;http://x\a`,
		"a\rb\u202ec\u009bd":                  `a\rb\u202ec\u009bd`,
		"\xff":                                "\xff",
	} {
		if got := Printable(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if strings.ContainsRune(Printable(string(rune(0x9b))), 0x9b) {
		t.Error("a control character of eight bits is obeyed")
	}
}
