package mcp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"asterism/engine"
)

// TestCopiesAreStoredOnce: in both tools, a text that the namespace has is answered with the existing memory, and counted.
func TestCopiesAreStoredOnce(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	for i, text := range []string{
		"The deploy key is in the vault.",
		"db-01 is in Frankfurt",
		"Ticket PAY-1041 is closed.",
		"func Add(a, b int) int {\n\treturn a + b\n}",
		"서울은 오늘 비가 옵니다",
		"วันนี้ฝนตกในกรุงเทพ",
		"आज दिल्ली में बारिश है",
		"היום יורד גשם בחיפה",
		"今日は東京で雨が降る",
		"Сегодня в Москве дождь",
		"…",
		"👍",
	} {
		inject := map[string]any{"content": text, "rationale": "told", "tags": []string{"one"}}
		first, _ := c.call("inject_context", inject)
		id := first["fingerprintId"]
		if first["already_stored"] != nil || id == nil {
			t.Fatalf("%q: %v", text, first)
		}
		again, _ := c.call("store_memory", map[string]any{"content": " " + text + "\n", "tags": []string{"two"}, "link_to": []any{id}})
		if again["fingerprintId"] != id || again["already_stored"] != true || again["times_seen"] != 2.0 || again["last_seen"] == nil || fmt.Sprint(again["not_taken"]) != "[tags link_to]" {
			t.Errorf("%q stored again: %v", text, again)
		}
		third, _ := c.call("inject_context", inject)
		if third["fingerprintId"] != id || third["times_seen"] != 3.0 || third["utl"] == nil || third["not_taken"] != nil {
			t.Errorf("%q injected again: %v", text, third)
		}
		got, _ := c.call("get_memory", map[string]any{"id": id})
		if m := got["memory"].(map[string]any); m["times_seen"] != 3.0 || m["last_seen"] != third["last_seen"] {
			t.Errorf("%q: get_memory tells %v", text, m)
		}
		own, _ := c.call("store_memory", map[string]any{"content": text, "allow_duplicate": true})
		if own["fingerprintId"] == id || own["duplicateOf"] != id || own["already_stored"] != nil {
			t.Errorf("%q allowed twice: %v", text, own)
		}
		elsewhere, _ := c.call("store_memory", map[string]any{"content": text, "namespace": "other"})
		said, _ := c.call("store_memory", map[string]any{"content": text, "session_id": "s", "timestamp": "2026-03-01T10:00:00Z"})
		if elsewhere["already_stored"] != nil || said["already_stored"] != nil {
			t.Errorf("%q in another namespace %v, in a session %v", text, elsewhere, said)
		}
		listed, _ := c.call("list_memories", map[string]any{"limit": 200})
		if rows := listed["memories"].([]any); len(rows) != 3*(i+1) {
			t.Errorf("%q: %d memories are listed, want %d", text, len(rows), 3*(i+1))
		}
	}
}

// TestSearchFoldsCopies: near-identical texts share one hit; different statements have a hit each.
func TestSearchFoldsCopies(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	for i, k := range []struct {
		same  []string // one hit
		other []string // one hit each
	}{
		{[]string{"The deploy key is in the vault."}, nil},
		{[]string{"The deploy key is in the vault.", "the deploy key is in the vault", "THE DEPLOY KEY IS IN THE VAULT"}, []string{"The deploy key is not in the vault."}},
		{[]string{"Alice reviewed Bob.", "alice reviewed  Bob"}, []string{"Bob reviewed Alice."}},
		{[]string{"The US team owns the rollout.", "The US team owns the rollout"}, []string{"The us team owns the rollout."}},
		{[]string{"No deploy on Friday.", "no deploy on friday"}, []string{"No, deploy on Friday."}},
		{[]string{"The API limit is 64 GB, please.", "the api limit is 64gb"}, []string{"The API limit is 65 GB."}},
		{[]string{"Use “make lint”, please.", "Use \"make lint\"."}, []string{"Use \"make test\"."}},
		{[]string{"Logs are kept for 30 days.", "Logs are kept for 30 days"}, []string{"Logs are kept for 3.0 days.", "Logs are kept for -30 days."}},
		{[]string{"The flag dark-mode is **enabled**.", "The flag `dark-mode` is enabled"}, []string{"The flag dark-mode is enabled?", "The flag is dark-mode enabled."}},
		{[]string{"Café is open", "Cafe\u0301 is open."}, []string{"Cafe is open"}},
		{[]string{"서울은 오늘 비가 옵니다", "서울은 오늘 비가 옵니다."}, []string{"부산은 오늘 비가 옵니다"}},
		{[]string{"Сегодня в Москве дождь", "сегодня в москве дождь."}, []string{"Завтра в Москве дождь"}},
		{[]string{"PAY-1041 is closed", "PAY-1041 is closed."}, []string{"PAY-1042 is closed"}},
		{[]string{"rm -rf ./build", "rm -rf ./build"}, []string{"rm -rf /build"}},
	} {
		namespace := fmt.Sprint("n", i)
		const copies = 12
		var ids []any
		for n := range copies {
			r, _ := c.call("store_memory", map[string]any{"content": k.same[n%len(k.same)], "namespace": namespace, "allow_duplicate": true, "timestamp": fmt.Sprintf("2026-03-%02dT10:00:00Z", n+1)})
			ids = append(ids, r["fingerprintId"])
		}
		for _, text := range k.other {
			c.call("store_memory", map[string]any{"content": text, "namespace": namespace, "timestamp": "2026-02-01T10:00:00Z"})
		}
		query := strings.NewReplacer("“", "", "”", "").Replace(k.same[0]) // quoted words must match
		ask := map[string]any{"query": query, "namespace": namespace, "includeContent": true, "explain": true}
		found, _ := c.call("search_graph", ask)
		hits := found["results"].([]any)
		if len(hits) != 1+len(k.other) {
			t.Errorf("%q: %d hits, want %d: %v", k.same, len(hits), 1+len(k.other), hits)
			continue
		}
		folded := 0
		for _, h := range hits {
			h := h.(map[string]any)
			if !slices.Contains(k.same, h["content"].(string)) {
				if h["copies"] != nil {
					t.Errorf("%q has copies", h["content"])
				}
				continue
			}
			folded++
			told, _ := h["copyIds"].([]any)
			if h["copies"] != 11.0 || h["first"] != "2026-03-01T10:00:00Z" || h["last"] != "2026-03-12T10:00:00Z" || len(told) != 11 || slices.Contains(told, h["id"]) {
				t.Errorf("%q: %v", k.same, h)
			}
			for _, id := range told {
				if !slices.Contains(ids, id) {
					t.Errorf("%q: %v is no copy", k.same, id)
				}
			}
		}
		if folded != 1 {
			t.Errorf("%q: %d places, want one", k.same, folded)
		}
		ask["fold"], ask["topK"] = false, 50
		if all, _ := c.call("search_graph", ask); len(all["results"].([]any)) != copies+len(k.other) {
			t.Errorf("%q: not folded %d hits", k.same, len(all["results"].([]any)))
		}
	}
}

// TestTextsOfCopies: the text that a model reads says what happened to a copy.
func TestTextsOfCopies(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	c.handshake()
	n := 1
	say := func(tool, args string) string {
		t.Helper()
		n++
		return textOf(t, c.call(n, tool, args))
	}
	first := say("store_memory", `{"content":"The kettle is in the lab.","timestamp":"2026-03-01T10:00:00Z"}`)
	short := first[strings.Index(first, "["):][:10]
	for args, want := range map[string]string{
		`{"content":"The kettle is in the lab."}`:                                                     "Already stored as " + short,
		`{"content":"The kettle is in the lab.","tags":["tea"],"rationale":"tea at four"}`:            "Left unchanged: rationale, tags; update_memory sets them.",
		`{"content":"The kettle is in the lab.","link_to":["` + short[1:9] + `"]}`:                    "for link_to, store again with allow_duplicate",
		`{"content":"the kettle is in the lab","timestamp":"2026-03-09T10:00:00Z"}`:                   "Stored as [",
		`{"content":"The kettle is in the kitchen, not the lab.","timestamp":"2026-02-01T10:00:00Z"}`: "Stored as [", // from an earlier date: it may have been true again since
	} {
		if said := say("store_memory", args); !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", args, said, want)
		}
	}
	if said := say("get_memory", `{"id":"`+short[1:9]+`"}`); !strings.Contains(said, "seen 4 times, last ") {
		t.Errorf("get_memory says %q", said)
	}
	if said := say("list_memories", `{}`); strings.Count(said, "seen 4 times") != 1 {
		t.Errorf("list_memories says %q", said)
	}
	if said := say("search_graph", `{"query":"where is the kettle?"}`); !strings.Contains(said, "2026-03-01 – 2026-03-09 · 1 more copy · ") {
		t.Errorf("search_graph says %q", said)
	}
	say("forget_memory", `{"id":"`+short[1:9]+`"}`)
	if said := say("store_memory", `{"content":"The kettle is in the lab.","source":"mail"}`); strings.Contains(said, "forgotten") { // another memory
		t.Errorf("from elsewhere: %q", said)
	}
	if said := say("store_memory", `{"content":"The kettle is in the lab.","timestamp":"2026-03-01T10:00:00Z"}`); !strings.Contains(said, "The same text was forgotten as ") || !strings.Contains(said, "Stored as [") {
		t.Errorf("after it was forgotten: %q", said)
	}
}

// TestManyTellWhatTheyDoNotTake: if one of several texts is stored already, the answer lists its arguments that were not used, as for a single text.
func TestManyTellWhatTheyDoNotTake(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	c.handshake()
	first, _ := content(t, c.call(2, "store_memory", `{"content":"The kettle is in the lab."}`))
	id := first["fingerprintId"].(string)
	r := c.call(3, "store_memories", `{"memories":[{"content":"The cup is blue."},{"content":"The kettle is in the lab.","tags":["tea"],"importance":0.9,"valid_until":"2100-01-01"},{"content":"The kettle is in the lab.","link_to":["`+id+`"]},{"content":"The kettle is in the lab."},{"content":"The cup is blue.","rationale":"seen"}]}`)
	many, _ := content(t, r)
	var told []string
	for _, m := range many["memories"].([]any) {
		told = append(told, fmt.Sprint(m.(map[string]any)["not_taken"]))
	}
	if want := "<nil> [importance tags valid_until] [link_to] <nil> [rationale]"; strings.Join(told, " ") != want {
		t.Errorf("not taken %v, want %s", told, want)
	}
	for _, want := range []string{
		"Left unchanged for number 2: importance, tags, valid_until; update_memory sets them.\n",
		"Left unchanged for number 3: link_to; update_memory sets them; for link_to, store again with allow_duplicate.\n",
		"Left unchanged for number 5: rationale; ",
	} {
		if text := textOf(t, r); !strings.Contains(text, want) || strings.Count(text, "Left unchanged") != 3 {
			t.Errorf("%q lacks %q", text, want)
		}
	}
}
