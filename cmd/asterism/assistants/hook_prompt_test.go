package assistants

import (
	"os"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
	"pgregory.net/rapid"
)

// TestTokensOfIsABound: no text has more tokens in o200k_base than tokensOf says.
func TestTokensOfIsABound(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	holds := func(t interface{ Errorf(string, ...any) }, text string) {
		n, err := codec.Count(text)
		if err != nil || n > tokensOf(text) {
			t.Errorf("%q has %d tokens, said to be at most %d (%v)", text, n, tokensOf(text), err)
		}
	}
	for _, text := range []string{
		"", "The nightly import failed because the disk was full", "- 2026-11-23 [b407713674] kQ7vXz9pLw3Rt", "func (g commands) hookPrompt(ctx context.Context) (string, error) {\n\treturn nil\n}",
		"記憶は一つのファイルになる。", "स्मृति एक फ़ाइल बन जाती है", "الذاكرة ملف", "🙂🧠🪐", `\x1b[31m\u202e`, "https://example.org/a?b=c&d=%20%2F#x", "0123456789abcdef0123456789abcdef", "ZGVjaWRlZCBvbiBQb3N0Z3Jlcw==",
	} {
		holds(t, text)
	}
	page, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("hook.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(page)+string(program), "\n") {
		holds(t, line)
	}
	if t.Failed() {
		return
	}
	word := rapid.OneOf(rapid.SampledFrom(strings.Fields(string(page))), rapid.StringMatching(`[0-9a-f]{8,40}`), rapid.SampledFrom([]string{"を", "न", "ё", "é", "…", "—", "\n", "camelCaseName", "snake_case"}))
	rapid.Check(t, func(t *rapid.T) { holds(t, strings.Join(rapid.SliceOfN(word, 10, 40).Draw(t, "words"), " ")) })
}

func TestWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, most := rapid.String().Draw(t, "text"), rapid.IntRange(3, 40).Draw(t, "tokens")
		got := within(text, most)
		if tokensOf(got) > most || got != text && (!strings.HasSuffix(got, "…") || !strings.HasPrefix(text, strings.TrimSuffix(got, "…"))) {
			t.Fatalf("%q in %d: %q", text, most, got)
		}
	})
}
