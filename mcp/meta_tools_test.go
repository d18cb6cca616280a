package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/metautl"
	"asterism/mcp/tools"
)

// TestQuestionsOfMetaLearning checks what the engine gets from a call: all given arguments, and the documented defaults.
func TestQuestionsOfMetaLearning(t *testing.T) {
	one, two := numbered(1), numbered(2)
	for _, tc := range []struct {
		tool, args string
		want       any
	}{
		{"record_outcome", `{"memory_id":"` + one.String() + `","useful":0}`, engine.Outcome{Memory: one}},
		{"record_outcome", `{"query_id":"` + two.String() + `","memory_id":"` + one.String() + `","useful":0.75,"namespace":"n"}`, engine.Outcome{Query: two, Memory: one, Useful: .75, Namespace: "n"}},
		{"trigger_lambda_recalibration", `{}`, engine.Recalibration{}},
		{"trigger_lambda_recalibration", `{"force_bayesian":true,"domain":"code","dry_run":true}`, engine.Recalibration{ForceBayesian: true, Domain: "code", DryRun: true}},
		{"get_meta_learning_log", `{}`, metautl.Query{Limit: 100}},
		{"get_meta_learning_log", `{"start_time":"2026-01-15","end_time":"2026-01-15T10:30:00.5+01:00","event_type":"self_healing","domain":"legal","limit":1000,"offset":7}`,
			metautl.Query{From: time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC), To: time.Date(2026, 1, 15, 9, 30, 0, 5e8, time.UTC), Type: metautl.SelfHealing, Domain: "legal", Limit: 1000, Offset: 7}},
	} {
		fake := newFake()
		if err := askRaw(t, fake, tc.tool, tc.args, &struct{}{}); err != nil {
			t.Errorf("%s %s: %v", tc.tool, tc.args, err)
			continue
		}
		if !reflect.DeepEqual(fake.asked, tc.want) {
			t.Errorf("%s %s: the engine is asked %+v, want %+v", tc.tool, tc.args, fake.asked, tc.want)
		}
	}
}

func TestBadArgumentsOfMetaLearning(t *testing.T) {
	one := numbered(1).String()
	for _, tc := range []struct{ tool, args, says string }{
		{"record_outcome", `{"memory_id":"` + one + `"}`, "useful is required"},
		{"record_outcome", `{"useful":1}`, "memory_id is required"},
		{"record_outcome", `{"memory_id":"` + one + `","useful":1.01}`, "useful is 1.01; it must be in 0…1"},
		{"record_outcome", `{"memory_id":"` + one + `","useful":"very"}`, "useful must be a number in 0…1"},
		{"record_outcome", `{"memory_id":"` + one + `","useful":1,"query_id":""}`, "query_id is blank"},
		{"record_outcome", `{"memory_id":"` + one + `","useful":1,"query_id":"7"}`, `query_id "7" is not a UUID`},
		{"get_meta_learning_status", `{"include_embedder_breakdown":1}`, "include_embedder_breakdown must be true or false"},
		{"get_meta_learning_status", `{"namespace":"n"}`, `unknown argument "namespace"`},
		{"trigger_lambda_recalibration", `{"dry_run":"yes"}`, "dry_run must be true or false"},
		{"trigger_lambda_recalibration", `{"domain":""}`, "domain is blank: leave it out"},
		{"get_meta_learning_log", `{"limit":0}`, "limit is 0; it must be in 1…1000"},
		{"get_meta_learning_log", `{"limit":1001}`, "limit is 1001; it must be in 1…1000"},
		{"get_meta_learning_log", `{"offset":-1}`, "offset is -1; it must be in 0…"},
		{"get_meta_learning_log", `{"start_time":20260115}`, "Invalid timestamp format 'a number'"},
		{"get_meta_learning_log", `{"event_type":"` + strings.Repeat("x", 99) + `"}`, "Invalid event type '" + strings.Repeat("x", 60) + "…'."},
	} {
		err := askRaw(t, newFake(), tc.tool, tc.args, &struct{}{})
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s %s: %v, want words that say %q", tc.tool, tc.args, err, tc.says)
		}
	}
}

// TestMetaLearningErrorsWordForWord over a real engine and a real client: exactly the specification's sentences, as -32602.
func TestMetaLearningErrorsWordForWord(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for _, tc := range []struct {
		tool string
		args given
		want string
	}{
		{"get_meta_learning_log", given{"event_type": "lambda"},
			"Invalid event type 'lambda'. Valid types: lambda_adjustment, bayesian_escalation, accuracy_alert, accuracy_recovery, weight_clamped, self_healing, human_escalation"},
		{"get_meta_learning_log", given{"domain": "law"}, "Invalid domain 'law'. Valid domains: code, medical, legal, creative, research, general"},
		{"trigger_lambda_recalibration", given{"domain": "law"}, "Invalid domain 'law'. Valid domains: code, medical, legal, creative, research, general"},
		{"get_meta_learning_log", given{"start_time": "yesterday"}, "Invalid timestamp format 'yesterday'. Expected ISO 8601 (e.g., 2024-01-15T10:30:00Z)"},
		{"get_meta_learning_log", given{"offset": 3}, "Pagination offset 3 exceeds total count 0"},
		{"get_meta_learning_log", given{"start_time": "2026-01-02", "end_time": "2026-01-01"}, "start_time 2026-01-02T00:00:00Z is after end_time 2026-01-01T00:00:00Z; swap them"},
	} {
		f := c.failure(tc.tool, tc.args)
		if f == nil || f.Code != -32602 || f.Message != tc.want || f.Hint == "" {
			t.Errorf("%s %v: %+v, want %q", tc.tool, tc.args, f, tc.want)
		}
	}
	for _, args := range []given{{}, {"force_bayesian": true}} {
		if f := c.failure("trigger_lambda_recalibration", args); f == nil || f.Code != -32602 || !strings.Contains(f.Message, "too little") || !strings.Contains(f.Hint, "record outcomes") {
			t.Errorf("with nothing to go by, %v: %+v", args, f)
		}
	}
}

// TestAnswersOfMetaLearning compares whole answers with golden files: exactly the specified fields; optional ones only on request.
func TestAnswersOfMetaLearning(t *testing.T) {
	c := inProcess(t, Options{Engine: newFake().provider, Tools: "all", Now: func() time.Time { return fakeMoment }})
	one := numbered(1).String()
	goldenAnswers(t, c, []goldenCase{
		{"outcome", "record_outcome", given{"query_id": numbered(7).String(), "memory_id": one, "useful": .75}},
		{"outcome_alone", "record_outcome", given{"memory_id": one, "useful": 0}},
		{"meta_status", "get_meta_learning_status", nil},
		{"meta_status_all", "get_meta_learning_status", given{"include_accuracy_history": true, "include_embedder_breakdown": true}},
		{"recalibration", "trigger_lambda_recalibration", nil},
		{"recalibration_none", "trigger_lambda_recalibration", given{"domain": "legal"}},
		{"recalibration_bayesian", "trigger_lambda_recalibration", given{"force_bayesian": true, "dry_run": true}},
		{"meta_log", "get_meta_learning_log", nil},
		{"meta_log_page", "get_meta_learning_log", given{"limit": 1}},
		{"meta_log_empty", "get_meta_learning_log", given{"event_type": "self_healing"}},
	})
}

// TestOutcomesByTool: the result of a search can be rated once, by its own id, and the engine has then learned from it.
func TestOutcomesByTool(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	must := func(tool string, args given) given { return worked(t, c, tool, args) }
	id := must("inject_context", given{"content": "The heron waits at the weir", "rationale": "test", "namespace": "birds"})["fingerprintId"]
	found := must("search_graph", given{"query": "heron", "namespace": "birds"})
	mustContain(t, found["note"], "record_outcome")
	judged := given{"query_id": found["query_id"], "memory_id": id, "useful": 1, "namespace": "birds"}
	if f := c.failure("record_outcome", with(judged, "namespace", "fish")); f == nil || f.Name != "FINGERPRINT_NOT_FOUND" || f.Message != fmt.Sprintf(`namespace "fish" has no memory %v`, id) {
		t.Errorf("of another namespace: %+v", f)
	}
	if out := must("record_outcome", judged); out["outcomes"] != 1. || out["query_id"] != found["query_id"] {
		t.Errorf("recorded: %v", out)
	}
	if f := c.failure("record_outcome", judged); f == nil || f.Name != "INVALID_PARAMS" || !strings.Contains(f.Message, "already recorded") {
		t.Errorf("a second time: %+v", f)
	}
	if f := c.failure("record_outcome", with(judged, "query_id", numbered(9).String())); f == nil || f.Name != "FINGERPRINT_NOT_FOUND" {
		t.Errorf("of an answer that nobody gave: %+v", f)
	}
	if out := must("record_outcome", given{"memory_id": id, "useful": 0}); out["outcomes"] != 2. || out["query_id"] != nil {
		t.Errorf("of no question: %v", out)
	}
	if none := must("search_graph", given{"query": "heron", "namespace": "fish"}); none["query_id"] == nil || none["note"] != nil {
		t.Errorf("nothing was found, and nothing can be judged: %v", none)
	}
}

// TestTheNamespaceOfAnOutcomeIsNoSignal: checking the namespace must not count as reading the memory.
func TestTheNamespaceOfAnOutcomeIsNoSignal(t *testing.T) {
	e := realEngine(t, engine.Config{})
	c := overStdio(t, Options{Engine: provide(e), Tools: "all"})
	id := worked(t, c, "inject_context", given{"content": "The heron waits at the weir", "rationale": "test", "namespace": "birds"})["fingerprintId"]
	worked(t, c, "search_graph", given{"query": "heron", "namespace": "birds"})
	worked(t, c, "record_outcome", given{"memory_id": id, "useful": 0, "namespace": "birds"})
	w, err := e.SearchWeights(t.Context())
	if err != nil || w.Outcomes != 0 {
		t.Errorf("%d outcomes of the search, which nobody has judged; %v", w.Outcomes, err)
	}
}

// TestRecalibrationByTool: a dry run reports what a real run then does, and changes nothing.
func TestRecalibrationByTool(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	teach(t, c)
	before := worked(t, c, "get_meta_learning_status", nil)
	dry := worked(t, c, "trigger_lambda_recalibration", given{"force_bayesian": true, "dry_run": true})
	if after := worked(t, c, "get_meta_learning_status", nil); !reflect.DeepEqual(before, after) {
		t.Errorf("a dry run changed the status from %v to %v", before, after)
	}
	done := worked(t, c, "trigger_lambda_recalibration", given{"force_bayesian": true})
	if done["method"] != "bayesian" || done["bo_iterations"] == nil || done["expected_improvement"] == nil || done["dry_run"] != false {
		t.Errorf("recalibrated: %v", done)
	}
	for _, k := range []string{"adjustment", "new_lambdas", "previous_lambdas", "bo_iterations", "expected_improvement"} {
		if !reflect.DeepEqual(dry[k], done[k]) {
			t.Errorf("%s: the dry run says %v, the real one %v", k, dry[k], done[k])
		}
	}
	after := worked(t, c, "get_meta_learning_status", nil)
	if !reflect.DeepEqual(after["current_lambdas"], done["new_lambdas"]) || !reflect.DeepEqual(before["current_lambdas"], done["previous_lambdas"]) {
		t.Errorf("status before %v, after %v, beside %v", before, after, done)
	}
}

// teach injects twelve memories and records the outcome of each.
func teach(t *testing.T, c *speaker) {
	t.Helper()
	for n, text := range story(t, "wandering")[:12] {
		id := worked(t, c, "inject_context", given{"content": text, "rationale": "test", "namespace": "lessons"})["fingerprintId"]
		worked(t, c, "record_outcome", given{"memory_id": id, "useful": float64(n%2) * .9})
	}
}

// worked calls a tool that must succeed, and removes the pulse.
func worked(t *testing.T, c *speaker, tool string, args given) given {
	t.Helper()
	body, refused := c.call(tool, args)
	if refused != nil || body["error"] != nil {
		t.Fatalf("%s %v: %v %v", tool, args, refused, body["error"])
	}
	delete(body, "_cognitive_pulse")
	return body
}

func with(args given, name string, v any) given {
	out := maps.Clone(args)
	out[name] = v
	return out
}

// TestSchemasNameWhatIsValid: the enums of the schemas are the engine's own lists.
func TestSchemasNameWhatIsValid(t *testing.T) {
	for arg, want := range map[string][]string{"event_type": named(metautl.EventTypes), "domain": named(metautl.Domains)} {
		var schema struct {
			Properties map[string]struct {
				Enum []string `json:"enum"`
			} `json:"properties"`
		}
		if err := json.Unmarshal([]byte(toolNamed(t, "get_meta_learning_log").Input), &schema); err != nil {
			t.Fatal(err)
		}
		if got := schema.Properties[arg].Enum; !slices.Equal(got, want) {
			t.Errorf("%s: the schema says %v, the engine %v", arg, got, want)
		}
	}
}

func named[T any](values []T) (out []string) {
	for _, v := range values {
		out = append(out, fmt.Sprint(v))
	}
	return out
}

// learnedSearch is a mock part of an engine that answers with weights that outcomes have changed.
type learnedSearch struct{ tools.Reader }

func (f learnedSearch) Recall(ctx context.Context, q engine.Question) (*engine.Found, error) {
	found, err := f.Reader.Recall(ctx, q)
	if err == nil {
		found.Learned = true
	}
	return found, err
}

func TestSearchTellsThatItsWeightsWereLearned(t *testing.T) {
	for _, want := range []any{nil, true} {
		e := newFake().parts()
		if want != nil {
			e.Reader = learnedSearch{e.Reader}
		}
		c := inProcess(t, Options{Engine: func(context.Context) (*tools.Engine, error) { return e, nil }, Tools: "all"})
		body := structuredMap(t, callIn(t, c, "search_graph", given{"query": "heron"}))
		validate(t, toolNamed(t, "search_graph"), body)
		onlyDeclared(t, "search_graph", body)
		if body["learned"] != want {
			t.Errorf("learned is %v, want %v", body["learned"], want)
		}
	}
}

// TestAFailureSaysSuccessFalse: a tool whose answers have success also has it in a failure, in addition to the error. Other tools only have the error.
func TestAFailureSaysSuccessFalse(t *testing.T) {
	c := inProcess(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for tool, promised := range map[string]bool{"trigger_lambda_recalibration": true, "get_meta_learning_log": false} {
		body := structuredMap(t, callIn(t, c, tool, given{"domain": "law"}))
		if success, told := body["success"]; told != promised || promised && success != false {
			t.Errorf("%s: success %v in %v", tool, success, body)
		}
		if f, ok := body["error"].(map[string]any); !ok || f["message"] == "" || f["hint"] == "" {
			t.Errorf("%s: error %v", tool, body["error"])
		}
	}
}
