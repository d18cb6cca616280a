package clients

import (
	"strings"
	"testing"

	"github.com/tailscale/hujson"
)

// TestLastLine: a line break within a block comment does not split, and a comment start within another comment does not count.
func TestLastLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		" ":                      " ",
		"\n  ":                   "\n  ",
		" // a\n  ":              "\n  ",
		" /* a\n b */":           " /* a\n b */",
		"\n /* a\n b */ ":        "\n /* a\n b */ ",
		" /* a\n b */\n ":        "\n ",
		"// a /* b\n  ":          "\n  ",
		"/* a // b */ ":          "/* a // b */ ",
		"/* a // b\n */\n// c\n": "\n",
		"/* * / \n */":           "/* * / \n */",
		"/*/\n*/\n":              "\n",
	} {
		head, last := lastLine(hujson.Extra(text))
		if last != want || head+last != text {
			t.Errorf("%q is parted into %q and %q, want %q last", text, head, last, want)
		}
	}
}

// TestCommentsOfAnyKindStay when members and hooks are added and removed: line comments, block comments over several lines, and comments in otherwise empty objects and lists.
func TestCommentsOfAnyKindStay(t *testing.T) {
	for _, before := range []string{
		"{\n  \"a\": 1, // mine\n}\n", "{\n  \"a\": 1, /* mine\n  still mine */\n}\n", "{\"a\": 1, /* mine\n*/}", "{\"a\": 1 /* mine\n*/}", "{\"a\": 1, // mine\n}",
		"{\n  // mine\n}\n", "{ /* mine\n*/ }", "{/* mine */}",
		"{\"hooks\": { // mine\n}}", "{\"hooks\": {\"Stop\": [], /* mine\n*/}}", "{\"hooks\": {\"UserPromptSubmit\": [ // mine\n]}}", "{\"hooks\": {\"PostToolUse\": [/* mine\n*/]}}",
		"{\"hooks\": {\"UserPromptSubmit\": [{\"hooks\": [{\"command\": \"mine.sh\"}]}, /* mine\n*/]}}",
		"{\"hooks\": {\"Stop\": [{\"hooks\": [{\"command\": \"asterism stop\"}, // mine\n]}]}}", "{\"hooks\": {\"Stop\": [{\"hooks\": []}, /* mine\n*/]}}",
	} {
		comment := strings.Contains(before, "// mine")
		for _, change := range []func([]byte, bool) ([]byte, error){
			func(b []byte, in bool) ([]byte, error) {
				if !in {
					return changeHooks(b, nil, oursIn)
				}
				return changeHooks(b, wanted, oursIn)
			},
			func(b []byte, in bool) ([]byte, error) {
				if !in {
					return changeJSON(b, "mcpServers", "asterism", nil)
				}
				return changeJSON(b, "mcpServers", "asterism", map[string]any{"command": "asterism"})
			},
		} {
			after, err := change([]byte(before), true)
			if err != nil {
				t.Errorf("%q: %v", before, err)
				continue
			}
			again, err := change(after, true)
			if err != nil || string(again) != string(after) {
				t.Errorf("%q became %q, then %q: %v", before, after, again, err)
			}
			back, err := change(after, false)
			if err != nil {
				t.Errorf("%q, taken out of %q: %v", before, after, err)
			}
			for _, text := range []string{string(after), string(back)} {
				if comment && !strings.Contains(text, "// mine\n") || !comment && !strings.Contains(text, "/* mine") {
					t.Errorf("%q lost its comment: %q", before, text)
				}
			}
		}
	}
}
