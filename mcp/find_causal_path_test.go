package mcp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"
)

// FindPath of the mock only follows stored links, the first one of each memory, and counts a hop as .5. Causal hops have a similarity. Paths to a memory "nowhere" wait until the
// call is cancelled.
func (f *fakeEngine) FindPath(ctx context.Context, q engine.PathQuestion) (*engine.Path, error) {
	from, err := f.Get(ctx, q.From)
	if err != nil {
		return nil, err
	}
	to, err := f.Get(ctx, q.To)
	if err != nil {
		return nil, err
	}
	for n := range 3 {
		time.Sleep(2 * time.Millisecond)
		q.Progress(n+1, 9)
	}
	if to.Content == "nowhere" {
		f.waiting <- struct{}{}
		<-ctx.Done()
		f.cancelled <- struct{}{}
		return nil, ctx.Err()
	}
	out := &engine.Path{Type: q.Type, MaxHops: q.MaxHops, Searched: 3, Complete: q.MaxHops < engine.MaxPathHops, Namespaces: []string{from.Namespace}, Took: time.Millisecond}
	out.Thresholds[models.Causal] = .39
	if to.Namespace != from.Namespace {
		out.Namespaces = append(out.Namespaces, to.Namespace)
	}
	out.Route = f.follow(from, q)
	if q.From, q.To = q.To, q.From; len(out.Memories) == 0 && q.Type == engine.PathCausal {
		if r := f.follow(to, q); len(r.Memories) > 0 {
			out.Reverse = &r
		}
	}
	return out, nil
}

func (f *fakeEngine) follow(from *store.Memory, q engine.PathQuestion) engine.Route {
	out := engine.Route{Memories: []*store.Memory{from}, Score: 1}
	for at := from; at.ID != q.To; {
		if len(at.Links) == 0 || len(out.Hops) == q.MaxHops {
			return engine.Route{}
		}
		hop := engine.PathHop{By: engine.HopLink, Score: .5, Similarity: math.NaN()}
		if len(out.Hops) > 0 {
			hop.By, hop.Similarity = engine.HopCausal, .61234567
		}
		at, _ = f.Get(context.Background(), at.Links[0])
		out.Memories, out.Hops, out.Score = append(out.Memories, at), append(out.Hops, hop), out.Score*hop.Score
	}
	return out
}

// linkedNotes stores notes a → b → c and one more without an incoming link.
func linkedNotes(t *testing.T, f *fakeEngine) (a, b, c, alone string) {
	t.Helper()
	now := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	keep := func(n engine.Note) store.ID {
		n.Time, n.Modality = now, "text"
		r, err := f.Remember(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		return r.ID
	}
	last := keep(engine.Note{Content: "The market had no cheese", Namespace: "town"})
	middle := keep(engine.Note{Content: "The milk turned sour", Links: []store.ID{last}})
	first := keep(engine.Note{Content: "The power failed", Links: []store.ID{middle}})
	other := keep(engine.Note{Content: "nowhere"})
	return first.String(), middle.String(), last.String(), other.String()
}

func TestFindCausalPath(t *testing.T) {
	fake := newFake()
	cl := inProcess(t, Options{Engine: fake.provider})
	a, b, c, _ := linkedNotes(t, fake)
	do := func(args map[string]any) map[string]any {
		t.Helper()
		out := callIn(t, cl, "find_causal_path", args)
		body := structuredMap(t, out)
		validate(t, toolNamed(t, "find_causal_path"), body)
		if out.IsError != (body["error"] != nil) {
			t.Errorf("isError %v: %v", out.IsError, body)
		}
		return body
	}
	step := func(id, ns, text string) string {
		return fmt.Sprintf(`{"id":%q,"namespace":%q,"snippet":%q,"timestamp":"2026-03-02T00:00:00Z"}`, id, ns, text)
	}
	whole := `"path":[` + step(a, "default", "The power failed") + `,` + step(b, "default", "The milk turned sour") + `,` + step(c, "town", "The market had no cheese") + `],
		"hops":[{"from":"` + a + `","to":"` + b + `","by":"link","score":0.5,"similarity":null},{"from":"` + b + `","to":"` + c + `","by":"causal","score":0.5,"similarity":0.6123}],"score":0.25`
	rest := `,"untrusted":true,"searched":3,"namespaces":["default","town"],"thresholds":{"E5":0.39},"timings":{"search":1},
		"_cognitive_pulse":{"entropy":0.5,"coherence":0.5,"suggested_action":"continue"}`
	said := " The two memories are in different namespaces; default and town were searched."

	wantJSON(t, do(map[string]any{"from": a, "to": c}), `{"found":true,"summary":"Path of 2 hops (causal), score 0.250.`+said+`",`+whole+rest+`,"pathType":"causal","maxHops":4,"complete":true}`)
	wantJSON(t, do(map[string]any{"from": a, "to": c, "max_hops": 1, "path_type": "any"}),
		`{"found":false,"summary":"No path within 1 hop (any) of score 0.1 or more.`+said+`","path":[],"hops":[]`+rest+`,"pathType":"any","maxHops":1,"complete":true}`)

	for i, text := range []string{"The milk turned sour", "The market had no cheese"} {
		got := do(map[string]any{"from": b, "to": c, "include_content": true})["path"].([]any)[i].(map[string]any)
		if got["content"] != text || got["modality"] != "text" || got["snippet"] != nil {
			t.Errorf("with content, step %d is %v", i, got)
		}
	}

	back := do(map[string]any{"from": c, "to": a})
	wantJSON(t, back["reverse"].(map[string]any), `{`+whole+`}`)
	mustContain(t, back["summary"], "No path within 4 hops (causal) of score 0.1 or more.", "There is a path in the other direction, of 2 hops, score 0.250.")
	if back["found"] != false || len(back["path"].([]any)) != 0 || back["score"] != nil {
		t.Errorf("got %v", back)
	}
	if limited := do(map[string]any{"from": a, "to": b, "max_hops": 6}); limited["complete"] != false {
		t.Errorf("got %v", limited)
	} else {
		mustContain(t, limited["summary"], "stopped after the neighbours of 3 memories", "may be a better path")
	}
}

func TestFindCausalPathRefuses(t *testing.T) {
	fake := newFake()
	cl := inProcess(t, Options{Engine: fake.provider})
	a, b, _, _ := linkedNotes(t, fake)
	const unknown = "01890a5d-ac96-774b-bcce-b302099a8057"
	for name, c := range map[string]struct {
		args map[string]any
		code float64
		says string
	}{
		"no to":            {map[string]any{"from": a}, -32602, "to is required"},
		"no from":          {map[string]any{"to": a}, -32602, "from is required"},
		"no id":            {map[string]any{"from": a, "to": "42"}, -32602, "is not a UUID"},
		"too many hops":    {map[string]any{"from": a, "to": b, "max_hops": 7}, -32602, "max_hops is 7; it must be in 1…6"},
		"no hops":          {map[string]any{"from": a, "to": b, "max_hops": 0}, -32602, "max_hops is 0; it must be in 1…6"},
		"half a hop":       {map[string]any{"from": a, "to": b, "max_hops": 1.5}, -32602, "whole number"},
		"unknown type":     {map[string]any{"from": a, "to": b, "path_type": "magic"}, -32602, "valid are causal, semantic, any"},
		"unknown argument": {map[string]any{"from": a, "to": b, "maxHops": 3}, -32602, `did you mean "max_hops"?`},
		"one memory":       {map[string]any{"from": a, "to": a}, -32602, "from and to are both " + a},
		"unknown from":     {map[string]any{"from": unknown, "to": b}, -32010, unknown},
		"unknown to":       {map[string]any{"from": a, "to": unknown}, -32010, unknown},
	} {
		body := structuredMap(t, callIn(t, cl, "find_causal_path", c.args))
		e, ok := body["error"].(map[string]any)
		if !ok || e["code"] != c.code {
			t.Errorf("%s: %v", name, body)
			continue
		}
		mustContain(t, e["message"], c.says)
	}
}

func TestFindCausalPathTellsProgressAndCanBeCancelled(t *testing.T) {
	fake := newFake()
	cl := dial(t, Options{Engine: fake.provider, WarmUp: 5 * time.Millisecond, progressEvery: time.Millisecond})
	cl.handshake()
	a, _, _, alone := linkedNotes(t, fake)
	cl.send(callLine(1, "find_causal_path", fmt.Sprintf(`{"from":%q,"to":%q}`, a, alone), `{"progressToken":"tok"}`))
	var told []float64
	for len(told) < 3 {
		m := cl.next()
		p, _ := m["params"].(map[string]any)
		if m["method"] != "notifications/progress" || p["progressToken"] != "tok" {
			t.Fatalf("got %v", m)
		}
		mustContain(t, p["message"], "searching a path", fmt.Sprintf(": %d, at most 9", len(told)+1))
		told = append(told, p["progress"].(float64))
	}
	if !slices.IsSorted(told) || told[0] < 6 { // five may have been used up while the call waited for the engine
		t.Errorf("progress %v", told)
	}
	<-fake.waiting
	cl.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	<-fake.cancelled
	// Without a token there is no progress.
	cl.send(callLine(2, "find_causal_path", fmt.Sprintf(`{"from":%q,"to":%q,"max_hops":2}`, alone, a), ""))
	if m := cl.next(); m["id"] != 2. {
		t.Errorf("got %v", m)
	}
}
