package mcp

import (
	"fmt"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/mcp/tools"
)

// TestDescriptionsNameOfferedToolsOnly: the description of a tool only names tools of its own tier.
func TestDescriptionsNameOfferedToolsOnly(t *testing.T) {
	for _, tier := range tools.Tiers() {
		u, err := newUnlisted(ofTier(tier))
		if err != nil {
			t.Fatal(err)
		}
		for _, tl := range ofTier(tier) {
			if shown := tl.Description + "\n" + tl.Input; u.say(shown) != shown {
				t.Errorf("%s of tier %s: %s", tl.Name, tier, u.say(shown))
			}
		}
	}
}

// TestHintsSayWhereToolsAre that are not listed, in errors, in answers and in advice. If all tools are listed, they do not.
func TestHintsSayWhereToolsAre(t *testing.T) {
	for tier, marked := range map[string]bool{"minimal": true, "all": false} {
		c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: tier})
		c.handshake()
		n := 1
		say := func(tool, args string) string {
			t.Helper()
			n++
			return textOf(t, c.call(n, tool, args))
		}
		first := say("inject_context", `{"content":"The kettle is in the lab; update_memory is a tool.","rationale":"told"}`)
		short := first[strings.Index(first, "[")+1:][:8]
		for _, k := range []struct{ tool, args, name, rest string }{
			{"get_memory", `{"id":"01890a5d-ac96-774b-bcce-b30209900000"}`, "list_memories", ""},
			{"inject_context", `{"content":"The kettle is in the lab; update_memory is a tool.","rationale":"seen"}`, "update_memory", " sets them"},
			{"get_autonomous_status", `{}`, "set_north_star", " sets one"},
		} {
			want := k.name + k.rest
			if marked {
				want = k.name + ` (tool tier "standard")` + k.rest
			}
			said := strings.ReplaceAll(say(k.tool, k.args), `\"`, `"`)
			if !strings.Contains(said, want) || strings.Contains(said, "tool tier") != marked {
				t.Errorf("%s, %s: %s lacks %s", tier, k.tool, said, want)
			}
		}
		if said := say("get_memory", `{"id":"`+short+`"}`); strings.Contains(said, "tool tier") || !strings.Contains(said, "update_memory is a tool.") {
			t.Errorf("%s: what a memory says is changed: %s", tier, said)
		}
	}
}

// TestAToolOfAnotherTierIsToldWhereItIs. A tool that does not exist is not found.
func TestAToolOfAnotherTierIsToldWhereItIs(t *testing.T) {
	c := dial(t, Options{Engine: newFake().provider})
	c.handshake()
	for tool, says := range map[string]string{"add_goal": "--tools all", "add_gaol": "not found"} {
		m := c.call(1, tool, `{}`)
		e, _ := m["error"].(map[string]any)
		if e == nil || e["code"] != -32602. || !strings.Contains(fmt.Sprint(e), says) {
			t.Errorf("%s: %v", tool, m)
		}
	}
}

// TestWordsAreNoTools: a tool whose name is an ordinary word is not recognised in texts.
func TestWordsAreNoTools(t *testing.T) {
	u, err := newUnlisted(ofTier("minimal"))
	if err != nil {
		t.Fatal(err)
	}
	for sentence, want := range map[string]string{
		"embed 3 texts": "embed 3 texts", "my_add_goal": "my_add_goal", "add_goal, add_goal": `add_goal (tool tier "all"), add_goal`,
		"get_memory": "get_memory", `restore_memory (tool tier "standard")`: `restore_memory (tool tier "standard")`,
	} {
		if got := u.say(sentence); got != want {
			t.Errorf("%q: %q, want %q", sentence, got, want)
		}
	}
}

// TestNotesSayWhereToolsAre, in fields that programs read too, but not if the tools are offered.
func TestNotesSayWhereToolsAre(t *testing.T) {
	for tier, marked := range map[string]bool{"minimal": true, "standard": false} {
		c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: tier})
		c.handshake()
		stored, _ := content(t, c.call(1, "inject_context", `{"content":"The kettle is in the lab.","rationale":"told"}`))
		for i, k := range []struct{ tool, args, name string }{
			{"search_graph", `{"query":"where is the kettle"}`, "record_outcome"},
			{"forget_memory", fmt.Sprintf(`{"id":%q}`, stored["fingerprintId"]), "restore_memory"},
		} {
			told, _ := content(t, c.call(2+i, k.tool, k.args))
			note := fmt.Sprint(told["note"])
			if !strings.Contains(note, k.name) || strings.Contains(note, k.name+` (tool tier "standard")`) != marked {
				t.Errorf("%s, %s: %s", tier, k.tool, note)
			}
		}
	}
}
