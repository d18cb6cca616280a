package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestPathsSayWhatIsNotRead: an answer about a memory in a language that the models cannot read says so, in words and in a field. One about English memories does not.
func TestPathsSayWhatIsNotRead(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	var ids []string
	for _, text := range []string{"Der Zug nach Mailand hatte Verspätung.", "Für den Kuchen braucht man drei Eier und etwas Mehl.", "The train to Milan was late.", "Because the train to Milan was late, we missed the opera."} {
		body, refused := c.call("store_memory", map[string]any{"content": text, "rationale": "note"})
		if refused != nil {
			t.Fatal(refused.Message)
		}
		ids = append(ids, body["fingerprintId"].(string))
	}
	for _, k := range []struct {
		from, to int
		unread   bool
	}{{0, 1, true}, {1, 0, true}, {0, 2, true}, {3, 1, true}, {2, 3, false}} {
		body, words := c.said("find_causal_path", map[string]any{"from": ids[k.from], "to": ids[k.to]})
		_, field := body["unread"].(string)
		if field != k.unread || strings.Contains(words, "do not read the language") != k.unread || k.unread == (body["found"] == true) {
			t.Errorf("from %d to %d: unread %v, %s", k.from, k.to, body["unread"], words)
		}
	}
}
