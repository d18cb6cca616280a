package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"asterism/engine"

	"github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// storedNotes are the contents of the store of [TestTextsAreWords]: two subjects, and notes that lead to one another.
var storedNotes = []string{
	"The checkout charged a customer twice because the payment request was retried without a key.",
	"The payment service now sends an idempotency key with each charge, so a retry charges nobody twice.",
	"Charges of the checkout are reconciled with the bank every night at two.",
	"Refunds of the checkout go through the payment service within a day.",
	"The checkout shows the payment as pending until the bank has confirmed it.",
	"A failed payment in the checkout is retried three times, then the customer is told.",
	"The search index is rebuilt every night, which takes forty minutes.",
	"The search ranks products by sales of the last thirty days.",
	"The search index is kept on two machines, so one can be restarted.",
	"A slow search is cut off after two seconds and says so.",
	"The search corrects misspelt names of products.",
	"Nadia owns the search; Tom is her deputy until the end of June.",
}

// tokensOf estimates the tokens of a text, at four characters each.
func tokensOf(text string) int { return (len([]rune(text)) + 3) / 4 }

// texts calls tools and checks the text that a model reads of each answer.
type texts struct {
	t      *testing.T
	client *client.Client
	seen   map[string]bool
}

// call calls a tool. The text must be words, must not exceed the number of tokens, and must contain the given words. It returns the structured content.
func (x *texts) call(tool string, args map[string]any, most int, says ...string) map[string]any {
	x.t.Helper()
	r := callIn(x.t, x.client, tool, args)
	body, text := structuredMap(x.t, r), r.Content[0].(protocol.TextContent).Text
	if r.IsError {
		x.t.Fatalf("%s: %s", tool, text)
	}
	x.seen[tool] = true
	x.words(tool, text, most, says...)
	return body
}

func (x *texts) words(what, text string, most int, says ...string) {
	x.t.Helper()
	text, _, _ = strings.Cut(text, "Suggested: ") // from the pulse, as in every answer
	x.t.Logf("%s, %d tokens of %d:\n%s", what, tokensOf(text), most, text)
	if text == "" || text[0] == '{' || json.Valid([]byte(text)) {
		x.t.Errorf("%s: no words: %q", what, text)
	}
	if n := tokensOf(text); n > most {
		x.t.Errorf("%s: %d tokens, the limit is %d:\n%s", what, n, most, text)
	}
	for _, want := range says {
		if !strings.Contains(text, want) {
			x.t.Errorf("%s does not say %q:\n%s", what, want, text)
		}
	}
}

// short returns an id as texts name it.
func short(id any) string {
	s := fmt.Sprint(id)
	return s[max(0, len(s)-engine.ShortIDDigits):]
}

// TestTextsAreWords calls every tool through a server over a real store: no text is JSON, each is within its token limit, and contains what an agent needs.
func TestTextsAreWords(t *testing.T) {
	pins := testPins(t)
	d := newDrifting(t, "minimal")
	d.pin(pins, "ours")
	x := &texts{t, inProcess(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all", Pins: pins}), map[string]bool{}}
	x.call("get_goals", nil, 20, "No goals")
	x.call("get_autonomous_status", nil, 150, "- no North Star is set")
	x.call("discover_sub_goals", nil, 30, "No goal to propose")
	x.call("get_workspace", nil, 60, "Nothing is in mind")
	x.call("get_meta_learning_log", nil, 20, "No events")
	var ids []any
	for i, note := range storedNotes {
		tool, args := "store_memory", map[string]any{"content": note}
		if i%2 == 0 {
			tool, args = "inject_context", map[string]any{"content": note, "rationale": "worth keeping"}
		}
		ids = append(ids, x.call(tool, args, 60, "Stored as")["fingerprintId"])
	}
	x.goals()
	x.steps()
	x.drift()
	x.memories(ids)
	x.learning(ids)
	x.servers(d)
	for _, tl := range ofTier("all") {
		if !x.seen[tl.Name] {
			t.Errorf("%s was not called", tl.Name)
		}
	}
}

// goals sets, lists, proposes and removes goals.
func (x *texts) goals() {
	star := map[string]any{"description": "A checkout that never charges a customer twice, whatever fails on the way to the bank"}
	id := x.call("set_north_star", star, 50, "Set as [", "Realigning 12 memories")["goal"].(map[string]any)["id"]
	x.call("set_north_star", star, 50, short(id), "set already")
	below := x.call("add_goal", map[string]any{"description": "Every charge has an idempotency key"}, 50, "Set as [")["goal"].(map[string]any)["id"]
	x.call("add_goal", map[string]any{"description": "No charge has an idempotency key"}, 50, "contradicts ["+short(below)+"]")
	removed := x.call("add_goal", map[string]any{"description": "Refunds within a day", "level": "tactical", "parent_id": below}, 50)["goal"].(map[string]any)["id"]
	x.call("get_goals", nil, 25*4+20, "["+short(id)+"] north star: A checkout", "\n ["+short(below)+"] strategic: Every charge", "\n  ["+short(removed)+"] tactical")
	x.call("get_goals", map[string]any{"history": 0}, 25*4+20+4*40, "added ["+short(removed)+"] Refunds")
	x.call("remove_goal", map[string]any{"goal_id": removed}, 50, "Removed ["+short(removed)+"] tactical: Refunds within a day")
	found := x.call("discover_sub_goals", map[string]any{"min_cluster_size": 2}, 30*11, "not instructions", "add_goal adds one")
	goals := found["goals"].([]any)
	x.call("discover_sub_goals", map[string]any{"min_cluster_size": 2}, 30*(len(goals)+1), "like ["+short(goals[0].(map[string]any)["central_memory_id"])+"]")
}

// steps checks steps: on the goal, against it, without words, and off it until the work has left it.
func (x *texts) steps() {
	check := func(step int, action string, says ...string) {
		x.t.Helper()
		x.call("check_goal_drift", map[string]any{"step_number": step, "action": action}, 100, says...) // with the reminder of the goal; 60 without it
	}
	check(0, "Send the idempotency key with each charge of the checkout", "Step 0 is on the goal")
	check(1, "?!", "Step 1 is not judged", "say what it does")
	check(2, "Charge the customer twice in the checkout", "Step 2 contradicts the goal")
	for i := 3; i < 8; i++ {
		check(i, "Paint the garden fence green and water the tulips")
	}
	check(8, "Buy a new lawn mower", "Step 8 is unclear", "Off the goal since step")
	x.call("get_goal_trend", nil, 40+5*30, "Off the goal since step", "step 2")
}

// drift measures, lists and corrects drift.
func (x *texts) drift() {
	for range 12 {
		x.call("get_alignment_drift", nil, 250, "North Star")
	}
	x.call("get_drift_history", nil, 25*10+30, "newest 10 of 12", "2 more are older", "rend: ")
	x.call("trigger_drift_correction", map[string]any{"dry_run": true, "force": true}, 80)
	x.call("trigger_drift_correction", map[string]any{"force": true}, 80)
	x.call("get_autonomous_status", nil, 150, "12 memories", "North Star [", "Drift ", "- ")
	x.call("get_autonomous_status", map[string]any{"include_history": true}, 150+25*10, "newest 10 of 12")
}

// memories finds, links, changes, forgets and restores memories.
func (x *texts) memories(ids []any) {
	x.call("get_workspace", map[string]any{"history": 0}, 500)
	x.call("search_graph", map[string]any{"query": "who owns the search?"}, 450)
	x.call("list_memories", nil, 700)
	x.call("list_tags", nil, 20)
	x.call("list_namespaces", nil, 20)
	x.call("store_memories", map[string]any{"memories": []any{map[string]any{"content": "Parcels leave the depot at noon."}}}, 30)
	path := x.call("find_causal_path", map[string]any{"from": ids[0], "to": ids[1], "path_type": "any"}, 20+35*4, short(ids[0]), short(ids[1]))
	x.call("find_causal_path", map[string]any{"from": ids[0], "to": ids[1], "path_type": "any"}, 20+35*len(path["hops"].([]any)))
	x.call("update_memory", map[string]any{"id": ids[2], "importance": .9}, 30)
	x.call("decide_link", map[string]any{"a": ids[2], "b": ids[3], "decision": "link"}, 30)
	x.call("get_links", map[string]any{"id": ids[2]}, 200)
	x.call("get_memory", map[string]any{"id": ids[2]}, 200)
	x.call("trigger_dream", map[string]any{"rationale": "end of the week", "dry_run": true}, 400)
	x.call("forget_memory", map[string]any{"id": ids[3]}, 60)
	x.call("restore_memory", map[string]any{"id": ids[3]}, 30)
	x.call("embed", map[string]any{"texts": []any{"a text"}, "spaces": []any{"E1"}}, 30)
}

// learning records outcomes and reads what was learned.
func (x *texts) learning(ids []any) {
	x.call("record_outcome", map[string]any{"memory_id": ids[0], "useful": .9}, 30, "Recorded for ["+short(ids[0])+"]")
	x.call("get_meta_learning_status", nil, 80, "Meta-learning is on")
	x.call("get_meta_learning_status", map[string]any{"include_accuracy_history": true, "include_embedder_breakdown": true}, 160, "last cycles", "by space")
	x.call("trigger_lambda_recalibration", map[string]any{"dry_run": true}, 60, "λ stays")
}

// servers compares tools of other servers.
func (x *texts) servers(d *drifting) {
	x.call("check_server_drift", map[string]any{"name": "ours"}, 20, "Clean")
	d.offer("standard")
	x.call("check_server_drift", map[string]any{"name": "ours"}, 250, "The tools changed: ", "more")
	before, after := []any{map[string]any{"name": "write", "description": "Writes"}}, []any{map[string]any{"name": "write", "description": "Writes, and tells its maker"}}
	x.call("classify_tool_drift", map[string]any{"before": before, "after": after}, 80, "edit, risk high", `"write": description changed`, "would warn")
}

// TestTextsOfFailuresAreWords: the text has the error, what to do and the code, and no JSON. The structured content keeps the whole error.
func TestTextsOfFailuresAreWords(t *testing.T) {
	c := inProcess(t, Options{Engine: newFake().provider, Tools: "all"})
	for _, tc := range []struct {
		tool string
		args map[string]any
		says []string
	}{
		{"search_graph", map[string]any{"query": "a", "topK": 0}, []string{"topK is 0", "Correct the arguments and call again; nothing was done. [INVALID_PARAMS -32602]\n"}},
		{"inject_context", map[string]any{"content": "fail BUSY", "rationale": "r"}, []string{"made to fail. Call again after retry_after_ms milliseconds. [BUSY -32012, retry_after_ms 77]\n"}},
		{"get_memory", map[string]any{"id": "01890a5d-ac96-774b-bcce-b302099a8057"}, []string{"[FINGERPRINT_NOT_FOUND -32010]\n"}},
	} {
		r := callIn(t, c, tc.tool, tc.args)
		text := r.Content[0].(protocol.TextContent).Text
		if body := structuredMap(t, r); !r.IsError || body["error"].(map[string]any)["hint"] == "" {
			t.Errorf("%s: %v", tc.tool, body)
		}
		if strings.ContainsAny(text[:1], "{[") || strings.Contains(text, "_cognitive_pulse") || tokensOf(text) > 80 {
			t.Errorf("%s: %s", tc.tool, text)
		}
		for _, want := range tc.says {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q: %s", tc.tool, want, text)
			}
		}
	}
}
