package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine"
	"asterism/mcp/tools"
)

// effect describes one argument of one tool: a call without it or with one value, a call with another value, and the part of the answers that must differ. Values that are funcs are
// called with the stage at the time of the call.
type effect struct {
	tool, arg    string
	base         any    // the other arguments: map[string]any
	a, b         any    // values; nil: omitted
	path         string // of the answer; "memory.…": of the memory as get_memory then returns it
	wantA, wantB matcher
}

// matcher returns what is wrong with a value; "": nothing.
type matcher func(v any) string

func is(want any) matcher {
	return func(v any) string {
		if f, ok := want.(int); ok {
			want = float64(f)
		}
		if !reflect.DeepEqual(v, want) {
			return fmt.Sprintf("want %v", want)
		}
		return ""
	}
}

func missing(v any) string {
	if v != nil {
		return "want nothing"
	}
	return ""
}

func present(v any) string {
	if v == nil {
		return "want something"
	}
	return ""
}

func holds(words string) matcher {
	return func(v any) string {
		if !strings.Contains(fmt.Sprint(v), words) {
			return "want words that say " + words
		}
		return ""
	}
}

func atLeast(n float64) matcher {
	return func(v any) string {
		if f, ok := v.(float64); !ok || f < n {
			return fmt.Sprintf("want %g or more", n)
		}
		return ""
	}
}

func below(n float64) matcher {
	return func(v any) string {
		if f, ok := v.(float64); !ok || f >= n {
			return fmt.Sprintf("want less than %g", n)
		}
		return ""
	}
}

// at follows a path such as "results.0.id"; "#" is the length of a list.
func at(v any, path string) any {
	for part := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[part]
		case []any:
			n, err := strconv.Atoi(part)
			switch {
			case part == "#":
				v = float64(len(x))
			case err != nil || n >= len(x):
				return nil
			default:
				v = x[n]
			}
		default:
			return nil
		}
	}
	return v
}

// stage is a server over a real engine, with memories, goals and a clock.
type stage struct {
	*speaker
	e      *tools.Engine
	t      *testing.T
	now    atomic.Int64
	names  int
	star   string // North Star of "work"
	below  string // a goal below it
	linked []string
	heron  string // a memory of "filters"
	dreamt string // a namespace in which a dream has run, and the dream's id
	dream  any
	taught bool // enough outcomes are recorded for the optimiser
}

const stageStart = "2026-03-20T12:00:00Z"

func newStage(t *testing.T) *stage {
	t.Helper()
	start, err := time.Parse(time.RFC3339, stageStart)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t}
	s.now.Store(start.UnixNano())
	clock := func() time.Time { return time.Unix(0, s.now.Load()).UTC() }
	e := realEngine(t, engine.Config{Now: clock})
	s.e = tools.EngineOf(e)
	s.speaker = overStdio(t, Options{Engine: provide(e), Tools: "all", Now: clock, Pins: stagePins(s)})
	s.fillFilters()
	s.fillWork()
	s.fillLinks()
	return s
}

// must calls a tool that must succeed.
func (s *stage) must(tool string, args map[string]any) map[string]any {
	s.t.Helper()
	body, refused := s.call(tool, args)
	if refused != nil || body["error"] != nil {
		s.t.Fatalf("%s %v: %v %v", tool, args, refused, body["error"])
	}
	return body
}

// ago returns a time before the clock's.
func (s *stage) ago(d time.Duration) string {
	return time.Unix(0, s.now.Load()).UTC().Add(-d).Format(time.RFC3339)
}

// fresh returns a new namespace.
func (s *stage) fresh() string {
	s.names++
	return fmt.Sprintf("scratch %d", s.names)
}

func (s *stage) store(namespace, content string, more map[string]any) string {
	s.t.Helper()
	args := map[string]any{"content": content, "namespace": namespace}
	for k, v := range more {
		args[k] = v
	}
	return s.must("store_memory", args)["fingerprintId"].(string)
}

// The heron's notes differ in everything that a filter can use.
func (s *stage) fillFilters() {
	s.heron = s.store("filters", "The heron waits at the weir in the morning", map[string]any{"tags": []string{"bird"}, "timestamp": "2026-01-10", "session_id": "dawn", "source": "notebook"})
	s.store("filters", "func heron() int { return 42 } // a heron in the code", map[string]any{"modality": "code", "tags": []string{"go"}, "timestamp": "2026-02-10", "session_id": "dusk", "source": "heron.go"})
	s.store("filters", "The heron flew because the dog barked. "+strings.Repeat("The dog barked at everything that moved on the bank. ", 10), map[string]any{"timestamp": "2026-02-20"})
}

// story reads the notes of examples/drift.
func story(t *testing.T, name string) (out []string) {
	t.Helper()
	body, err := os.ReadFile("../examples/drift/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(body)) {
		var note struct{ Content string }
		if err := json.Unmarshal([]byte(line), &note); err != nil {
			t.Fatal(err)
		}
		out = append(out, note.Content)
	}
	return out
}

// fillWork stores twenty notes on the goal, three days old, and ten off the goal, an hour old. It measures drift twice, first two days ago.
func (s *stage) fillWork() {
	goal, err := os.ReadFile("../examples/drift/goal.txt")
	if err != nil {
		s.t.Fatal(err)
	}
	s.star = at(s.must("set_north_star", map[string]any{"namespace": "work", "description": strings.TrimSpace(string(goal))}), "goal.id").(string)
	s.below = at(s.must("add_goal", map[string]any{"namespace": "work", "description": "Keep the sensors of all weather stations calibrated."}), "goal.id").(string)
	s.must("add_goal", given{"namespace": "work", "description": "Win bus companies and shipping lines as customers for dashboards."})
	for _, text := range story(s.t, "on-goal")[:20] {
		s.store("work", text, map[string]any{"timestamp": s.ago(72 * time.Hour)})
	}
	s.now.Add(-int64(48 * time.Hour))
	s.must("get_alignment_drift", map[string]any{"namespace": "work", "timeframe": "all"})
	s.now.Add(int64(48 * time.Hour))
	for _, text := range story(s.t, "wandering")[10:20] {
		s.store("work", text, map[string]any{"timestamp": s.ago(time.Hour)})
	}
	s.must("get_alignment_drift", map[string]any{"namespace": "work"})
}

// fillLinks stores first → middle → last.
func (s *stage) fillLinks() {
	last := s.store("links", "The market had no cheese", nil)
	middle := s.store("links", "A lamp stood in the window", map[string]any{"link_to": []string{last}})
	first := s.store("links", "Bicycles are heavy", map[string]any{"link_to": []string{middle}})
	s.linked = []string{first, middle, last}
}

// resolve calls the value if it is a func.
func (s *stage) resolve(v any) any {
	if f, ok := v.(func(*stage) any); ok {
		return f(s)
	}
	return v
}

// see makes one of the two calls of an effect and returns the value at its path.
func (s *stage) see(e effect, value any) any {
	s.t.Helper()
	args := map[string]any{}
	if base, ok := s.resolve(e.base).(map[string]any); ok {
		for k, v := range base {
			args[k] = s.resolve(v)
		}
	}
	if v := s.resolve(value); v != nil {
		args[e.arg] = v
	}
	body, refused := s.call(e.tool, args)
	if refused != nil {
		s.t.Fatalf("%s %v: %v", e.tool, args, refused)
	}
	if strings.HasPrefix(e.path, "memory.") && body["memory"] == nil {
		id := body["fingerprintId"]
		if id == nil {
			id = body["id"]
		}
		if id == nil {
			s.t.Fatalf("%s %v: %v", e.tool, args, body)
		}
		body = s.must("get_memory", map[string]any{"id": id, "include_links": true})
	}
	got := at(body, e.path)
	if body["error"] != nil && !strings.HasPrefix(e.path, "error") {
		s.t.Logf("%s %v: %v", e.tool, args, body["error"])
	}
	return got
}

// TestEveryParameterMatters makes two calls for each argument of each tool and compares the part of the answers that the argument should change.
func TestEveryParameterMatters(t *testing.T) {
	s := newStage(t)
	named := map[string]bool{}
	for _, e := range effects() {
		named[e.tool+" "+e.arg] = true
		t.Run(e.tool+"/"+e.arg, func(t *testing.T) {
			s.t, s.speaker.t = t, t
			a, b := s.see(e, e.a), s.see(e, e.b)
			if reflect.DeepEqual(a, b) {
				t.Errorf("%s is %v for both", e.path, a)
			}
			if wrong := e.wantA(a); wrong != "" {
				t.Errorf("%s is %v with the one value: %s", e.path, a, wrong)
			}
			if wrong := e.wantB(b); wrong != "" {
				t.Errorf("%s is %v with the other: %s", e.path, b, wrong)
			}
		})
	}
	s.t, s.speaker.t = t, t
	for _, tl := range ofTier("all") {
		names, err := tl.Names()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !named[tl.Name+" "+name] && !slices.Contains(askedOfTheEngine, tl.Name+" "+name) {
				t.Errorf("%s: nothing shows what %s is for", tl.Name, name)
			}
		}
	}
}

// askedOfTheEngine are arguments whose effect needs more memories than a test stores. TestExactReachesTheEngine shows that the engine gets them; the engine's own tests show the
// rest.
var askedOfTheEngine = []string{"search_graph exact"}
