package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"asterism/engine"
)

// TestEarlierVersionsAreToldWhenAsked: on request, get_memory returns what a memory said before, the newest first, as far as the limit of an answer allows.
func TestEarlierVersionsAreToldWhenAsked(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	c.handshake()
	body, _ := content(t, c.call(1, "store_memory", `{"content":"The gate opens at one","rationale":"hours"}`))
	id := body["fingerprintId"].(string)
	change := func(text string) {
		t.Helper()
		args, _ := json.Marshal(map[string]any{"id": id, "content": text})
		if got, _ := content(t, c.call(2, "update_memory", string(args))); got["error"] != nil {
			t.Fatal(got)
		}
	}
	ask := func(more string) (map[string]any, string) {
		t.Helper()
		m := c.call(3, "get_memory", `{"id":"`+id+`"`+more+`}`)
		got, _ := content(t, m)
		return got, textOf(t, m)
	}
	if got, _ := ask(`,"include_versions":true`); got["versions"] != nil {
		t.Errorf("one that never changed: %v", got["versions"])
	}
	change("The gate opens at two")
	change("The gate opens at three")
	if got, said := ask(""); got["versions"] != nil || strings.Contains(said, "at two") {
		t.Errorf("unasked: %v, %s", got["versions"], said)
	}
	got, said := ask(`,"include_versions":true`)
	versions := got["versions"].([]any)
	if newest := versions[0].(map[string]any); len(versions) != 2 || newest["content"] != "The gate opens at two" || newest["version"] != 2.0 || newest["rationale"] != "hours" || newest["until"] == nil {
		t.Errorf("versions: %v", versions)
	}
	if !strings.Contains(said, "Version 2, until ") || strings.Index(said, "at two") > strings.Index(said, "at one") {
		t.Errorf("in words: %s", said)
	}
	for i := range 8 {
		change(fmt.Sprintf("%d: %s", i, strings.Repeat("\"a <long> text\" ", 400)))
	}
	change("short")
	got, said = ask(`,"include_versions":true`)
	whole, _ := json.Marshal(got)
	if n := len(got["versions"].([]any)); n == 0 || float64(n)+got["versions_more"].(float64) != 11 || len(whole) > 20_000 || len(said) > 20_000 || !strings.Contains(said, "earlier versions more") {
		t.Errorf("of 11 versions %d are told in %d bytes, and %d in words: %s", n, len(whole), len(said), said[max(0, len(said)-200):])
	}
	change(strings.Repeat("one text that fills an answer ", 2000))
	change("short again")
	got, _ = ask(`,"include_versions":true`)
	if newest := got["versions"].([]any)[0].(map[string]any); newest["contentBytes"] != 60000.0 || len(newest["content"].(string)) < 8000 {
		t.Errorf("the beginning of a long one: %v bytes of %v", len(newest["content"].(string)), newest["contentBytes"])
	}
}
