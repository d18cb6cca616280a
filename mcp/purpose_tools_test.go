package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/batch"
	"asterism/engine/dream"
	"asterism/engine/drift"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/tools"
	"asterism/models"
)

// TestQuestionsOfPurpose checks what the engine gets from a call: all given arguments, and the documented defaults.
func TestQuestionsOfPurpose(t *testing.T) {
	one, two := numbered(1), numbered(2)
	for _, tc := range []struct {
		tool, args string
		want       any
	}{
		{"set_north_star", `{"description":"d"}`, northStarAsked{"", "d"}},
		{"set_north_star", `{"description":"d","namespace":"n"}`, northStarAsked{"n", "d"}},
		{"add_goal", `{"description":"d"}`, engine.GoalNote{Description: "d", Level: purpose.Strategic}},
		{"add_goal", `{"description":"d","level":"immediate","parent_id":"` + one.String() + `","namespace":"n"}`,
			engine.GoalNote{Description: "d", Level: purpose.Immediate, Parent: one, Namespace: "n"}},
		{"remove_goal", `{"goal_id":"` + one.String() + `"}`, goalRemoved{one, false}},
		{"remove_goal", `{"goal_id":"` + two.String() + `","cascade":true,"namespace":"default"}`, goalRemoved{two, true}},
		{"get_goals", `{}`, ""},
		{"get_goals", `{"namespace":"n"}`, "n"},
		{"get_alignment_drift", `{}`, engine.DriftQuestion{Timeframe: "24h", Strategy: drift.Cosine}},
		{"get_alignment_drift", `{"goal_id":"` + one.String() + `","memory_ids":["` + two.String() + `"],"timeframe":"7d","include_history":true,"strategy":"synergy","namespace":"n"}`,
			engine.DriftQuestion{Namespace: "n", Goal: one, Memories: []store.ID{two}, Timeframe: "7d", Strategy: drift.Synergy, IncludeHistory: true}},
		{"get_drift_history", `{}`, engine.HistoryQuestion{Range: "24h", Limit: 50}},
		{"get_drift_history", `{"goal_id":"centroid","time_range":"all","limit":100,"namespace":"n"}`, engine.HistoryQuestion{Namespace: "n", Goal: "centroid", Range: "all", Limit: 100}},
		{"get_drift_history", `{"goal_id":"` + one.String() + `"}`, engine.HistoryQuestion{Goal: one.String(), Range: "24h", Limit: 50}},
		{"trigger_drift_correction", `{}`, engine.CorrectionQuestion{Timeframe: "24h", Strategy: drift.Cosine}},
		{"trigger_drift_correction", `{"timeframe":"1h","strategy":"group","force":true,"dry_run":true,"namespace":"n"}`,
			engine.CorrectionQuestion{Namespace: "n", Timeframe: "1h", Strategy: drift.Group, Force: true, DryRun: true}},
		{"trigger_drift_correction", `{"undo":"` + one.String() + `"}`, engine.CorrectionQuestion{Timeframe: "24h", Strategy: drift.Cosine, Undo: one}},
		{"get_autonomous_status", `{"namespace":"n"}`, engine.StatusQuestion{Namespace: "n", HistoryCount: 10}},
		{"get_autonomous_status", `{"namespace":"n","include_history":true,"history_count":3}`, engine.StatusQuestion{Namespace: "n", IncludeHistory: true, HistoryCount: 3}},
		{"discover_sub_goals", `{}`, engine.SubGoalQuestion{MinClusterSize: 5, MaxGoals: 10}},
		{"discover_sub_goals", `{"min_cluster_size":2,"max_goals":50,"namespace":"n"}`, engine.SubGoalQuestion{Namespace: "n", MinClusterSize: 2, MaxGoals: 50}},
		{"trigger_dream", `{"rationale":"r"}`, engine.DreamQuestion{Rationale: "r", Phase: dream.FullCycle}},
		{"trigger_dream", `{"rationale":"r","phase":"rem","dry_run":true,"namespace":"n"}`, engine.DreamQuestion{Namespace: "n", Rationale: "r", Phase: dream.REM, DryRun: true}},
		{"trigger_dream", `{"rationale":"r","undo":"` + one.String() + `"}`, engine.DreamQuestion{Rationale: "r", Phase: dream.FullCycle, Undo: one}},
		{"get_workspace", `{}`, workspaceAsked{}},
		{"get_workspace", `{"namespace":"n","session_id":"s"}`, workspaceAsked{"n", "s"}},
		{"embed", `{"texts":["a"],"spaces":["E1","hdc"]}`, engine.EmbedQuestion{Texts: []string{"a"}, Spaces: models.SetOf(models.Semantic, models.HDC)}},
		{"embed", `{"texts":["a","b"],"spaces":["code"],"role":"query","timestamp":"2026-01-15"}`,
			engine.EmbedQuestion{Texts: []string{"a", "b"}, Spaces: models.SetOf(models.Code), Role: batch.Query, Time: time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)}},
	} {
		fake := newFake()
		if err := askRaw(t, fake, tc.tool, tc.args, &struct{}{}); err != nil {
			t.Errorf("%s %s: %v", tc.tool, tc.args, err)
			continue
		}
		if n, ok := tc.want.(engine.StatusQuestion); ok { // the mock's status asks for goals last
			tc.want = n.Namespace
		}
		if !reflect.DeepEqual(fake.asked, tc.want) {
			t.Errorf("%s %s: the engine is asked %+v, want %+v", tc.tool, tc.args, fake.asked, tc.want)
		}
	}
}

// askRaw calls a tool without a server.
func askRaw(t *testing.T, f *fakeEngine, tool, args string, answer any) error {
	t.Helper()
	var given map[string]any
	if err := json.Unmarshal([]byte(args), &given); err != nil {
		t.Fatal(err)
	}
	return tools.Ask(t.Context(), f.parts(), tool, given, nil, answer)
}

func TestAnswersOfPurpose(t *testing.T) {
	c := inProcess(t, Options{Engine: newFake().provider, Tools: "all", Now: func() time.Time { return fakeMoment }})
	one := numbered(1).String()
	goldenAnswers(t, c, []goldenCase{
		{"north_star", "set_north_star", map[string]any{"description": "Ship the press, soon"}},
		{"north_star_same", "set_north_star", map[string]any{"description": "Ship the press"}},
		{"north_star_replaced", "set_north_star", map[string]any{"description": "another"}},
		{"goal_added", "add_goal", map[string]any{"description": "Fix the feed", "level": "tactical"}},
		{"goals", "get_goals", nil},
		{"goals_none", "get_goals", map[string]any{"namespace": "elsewhere"}},
		{"goal_removed", "remove_goal", map[string]any{"goal_id": one, "cascade": true}},
		{"drift", "get_alignment_drift", nil},
		{"drift_history", "get_alignment_drift", map[string]any{"include_history": true, "memory_ids": []string{one}}},
		{"history", "get_drift_history", nil},
		{"history_embedders", "get_drift_history", map[string]any{"include_per_embedder": true, "compute_deltas": false, "goal_id": "centroid", "limit": 2, "time_range": "7d"}},
		{"correction", "trigger_drift_correction", nil},
		{"correction_dry", "trigger_drift_correction", map[string]any{"dry_run": true}},
		{"correction_undone", "trigger_drift_correction", map[string]any{"undo": one}},
		{"status", "get_autonomous_status", map[string]any{"include_history": true}},
		{"status_nothing", "get_autonomous_status", map[string]any{"namespace": "elsewhere"}},
		{"sub_goals", "discover_sub_goals", nil},
		{"dream", "trigger_dream", map[string]any{"rationale": "quiet hour"}},
		{"dream_dry", "trigger_dream", map[string]any{"rationale": "quiet hour", "dry_run": true, "phase": "rem"}},
		{"dream_undone", "trigger_dream", map[string]any{"rationale": "a mistake", "undo": one}},
		{"goal_check", "check_goal_drift", map[string]any{"step_number": 7, "action": "Mix ink for the press"}},
		{"goal_check_plain", "check_goal_drift", map[string]any{"step_number": 7, "action": "Mix ink for the press", "mode": "plain", "goal": "Print"}},
		{"goal_trend", "get_goal_trend", map[string]any{"window": 2}},
		{"workspace", "get_workspace", map[string]any{"session_id": "s"}},
		{"embeddings", "embed", map[string]any{"texts": []string{"a", "b"}, "spaces": []string{"sparse", "hdc"}, "timestamp": "2026-01-15"}},
	})
}

// onlyDeclared checks that the schema names every field of an answer.
func onlyDeclared(t *testing.T, tool string, body map[string]any) {
	t.Helper()
	var schema struct {
		Properties map[string]any `json:"properties"`
	}
	if err := json.Unmarshal([]byte(toolNamed(t, tool).OutputSchema()), &schema); err != nil {
		t.Fatal(err)
	}
	for name := range body {
		if schema.Properties[name] == nil {
			t.Errorf("%s answers %q, which its output schema does not name", tool, name)
		}
	}
}

func TestBadArgumentsOfPurpose(t *testing.T) {
	one := numbered(1).String()
	for _, tc := range []struct{ tool, args, says string }{
		{"set_north_star", `{}`, "description is required: what the work is for"},
		{"set_north_star", `{"description":" "}`, "description is blank"},
		{"set_north_star", `{"goal":"x"}`, `unknown argument "goal"`},
		{"add_goal", `{"description":"d","level":"north_star"}`, "valid are strategic, tactical, immediate"},
		{"add_goal", `{"description":"d","parent_id":"7"}`, "Invalid parent_id UUID '7': it has 1 characters, a UUID has 36"},
		{"remove_goal", `{}`, "goal_id is required: the UUID of a goal"},
		{"remove_goal", `{"goal_id":"7"}`, "Invalid goal_id UUID '7': "},
		{"remove_goal", `{"goal_id":"` + one + `","namespace":"elsewhere"}`, `namespace "elsewhere" has no goal ` + one},
		{"get_alignment_drift", `{"goal_id":""}`, "Invalid goal_id UUID '': "},
		{"get_drift_history", `{"goal_id":""}`, "Invalid goal_id UUID '': "},
		{"get_alignment_drift", `{"goal_id":"north"}`, "Invalid goal_id UUID 'north': "},
		{"get_alignment_drift", `{"memory_ids":["` + one + `","42"]}`, `memory_ids "42" is not a UUID`},
		{"get_alignment_drift", `{"memory_ids":[]}`, "memory_ids is empty"},
		{"get_alignment_drift", `{"timeframe":"2d"}`, "Unknown timeframe '2d'. Valid: 1h, 6h, 24h, 7d, 30d, all"},
		{"get_alignment_drift", `{"strategy":"mean"}`, "valid are cosine, euclidean, group, synergy, dominant"},
		{"get_alignment_drift", `{"include_history":1}`, "include_history must be true or false"},
		{"get_drift_history", `{"limit":0}`, "limit is 0; it must be in 1…100"},
		{"get_drift_history", `{"limit":101}`, "limit is 101; it must be in 1…100"},
		{"get_drift_history", `{"time_range":24}`, "Unknown time_range 'a number'. Valid: 1h"},
		{"trigger_drift_correction", `{"undo":"x"}`, "give the correction_id of an answer"},
		{"trigger_drift_correction", `{"undo":"` + one + `","force":true}`, "needs no force"},
		{"trigger_drift_correction", `{"timeframe":"1y"}`, "Unknown timeframe '1y'"},
		{"get_autonomous_status", `{"history_count":3}`, "give include_history=true with it"},
		{"get_autonomous_status", `{"include_history":true,"history_count":101}`, "history_count is 101; it must be in 1…100"},
		{"discover_sub_goals", `{"min_cluster_size":1}`, "must be in 2…1000"},
		{"discover_sub_goals", `{"max_goals":51}`, "must be in 1…50"},
		{"trigger_dream", `{}`, "rationale is required: say why now"},
		{"trigger_dream", `{"rationale":"r","phase":"deep"}`, "valid are nrem, rem, full_cycle"},
		{"trigger_dream", `{"rationale":"r","undo":"` + one + `","dry_run":true}`, "leave one of them out"},
		{"get_workspace", `{"session":"s"}`, `did you mean "session_id"?`},
	} {
		err := askRaw(t, newFake(), tc.tool, tc.args, &struct{}{})
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s %s: %v, want words that say %q", tc.tool, tc.args, err, tc.says)
		}
	}
}

// TestHistoryErrorsWordForWord: callers of the older history tool rely on these sentences.
func TestHistoryErrorsWordForWord(t *testing.T) {
	for args, want := range map[string]string{
		`{"time_range":"2w"}`:                                "Unknown time_range '2w'. Valid: 1h, 6h, 24h, 7d, 30d, all",
		`{"goal_id":"01890a5d-ac96-774b-bcce-b3020990000g"}`: "Invalid goal_id UUID '01890a5d-ac96-774b-bcce-b3020990000g': invalid UUID format",
	} {
		if err := askRaw(t, newFake(), "get_drift_history", args, &struct{}{}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

// TestLongCallsTellProgressAndCanBeCancelled over a connection.
func TestLongCallsTellProgressAndCanBeCancelled(t *testing.T) {
	for tool, args := range map[string]string{
		"get_alignment_drift": `{"namespace":"wait"}`, "trigger_drift_correction": `{"namespace":"wait"}`,
		"trigger_dream": `{"rationale":"r","namespace":"wait"}`, "discover_sub_goals": `{"namespace":"wait"}`,
	} {
		t.Run(tool, func(t *testing.T) {
			fake := newFake()
			c := dial(t, Options{Engine: fake.provider, WarmUp: 5 * time.Millisecond, progressEvery: time.Millisecond})
			c.handshake()
			c.send(callLine(1, tool, args, `{"progressToken":"tok"}`))
			var told []float64
			for len(told) < 3 {
				m := c.next()
				p, _ := m["params"].(map[string]any)
				if m["method"] != "notifications/progress" || p["progressToken"] != "tok" {
					t.Fatalf("got %v", m)
				}
				mustContain(t, p["message"], fmt.Sprintf(": %d, at most 9", len(told)+1))
				told = append(told, p["progress"].(float64))
			}
			if !slices.IsSorted(told) {
				t.Errorf("progress %v", told)
			}
			<-fake.waiting
			c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			<-fake.cancelled
			c.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
			if m := c.next(); m["id"] != 2. {
				t.Errorf("a cancelled call was answered: %v", m)
			}
		})
	}
}

func TestAskWithoutAServer(t *testing.T) {
	var d answer.Drift
	steps := 0
	err := tools.Ask(t.Context(), newFake().parts(), "get_alignment_drift", map[string]any{"strategy": "group"}, func(string, int, int) { steps++ }, &d)
	if err != nil || d.Strategy != "group" || len(d.PerEmbedder) != 13 || d.PerEmbedder[1].Similarity != nil || steps != 3 {
		t.Errorf("%v, %d steps: %+v", err, steps, d)
	}
	var e *engine.Error
	if err := askRaw(t, newFake(), "get_alignment_drift", `{"namespace":"fail HISTORY_NOT_AVAILABLE"}`, &d); !asEngineError(err, &e) || e.Kind != engine.KindNoHistory {
		t.Errorf("got %v", err)
	}
	if err := askRaw(t, newFake(), "get_alignment_drift", `{"strategi":"group"}`, &d); !asEngineError(err, &e) || e.Kind != engine.KindInvalid || e.Hint == "" {
		t.Errorf("got %v", err)
	}
	if err := askRaw(t, newFake(), "no_tool", `{}`, &d); err == nil {
		t.Error("a tool that is not there answered")
	}
}

func asEngineError(err error, to **engine.Error) bool { return errors.As(err, to) }
