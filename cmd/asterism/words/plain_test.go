package words

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"tea\n\tat four": "tea\n\tat four", "\x1b]0;gone\x07x": `\x1b]0;gone\x07x`, "\x1b[2Jé": `\x1b[2Jé`, "\u009b31m": `\x9b31m`, "a\rb\x7f": `a\x0db\x7f`, "a\u202eb": `a\u202eb`, "": "", "日本 👍": "日本 👍",
	} {
		if got := Plain(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
	if got, want := Line("a\nb\tc\u2028d\x1b"), `a\x0ab\x09c\u2028d\x1b`; got != want {
		t.Errorf("on one line it is %q, want %q", got, want)
	}
	if got := Snippet("a\x1b[31m  b", 20); strings.ContainsRune(got, '\x1b') {
		t.Errorf("a snippet is %q", got)
	}
}
