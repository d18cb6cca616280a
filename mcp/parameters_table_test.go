package mcp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"asterism/mcp/tools"
)

type given = map[string]any

// effects lists every argument of every tool.
func effects() []effect {
	var out []effect
	for _, part := range [][]effect{noteEffects(), searchEffects(), lifeEffects(), pathEffects(), goalEffects(), driftEffects(), goalCheckEffects(), correctionEffects(), dreamEffects(), linkEffects(), stateEffects(), learningEffects(), toolDriftEffects()} {
		out = append(out, part...)
	}
	return out
}

// noteEffects are the arguments of inject_context and store_memory whose effect is visible in what was stored.
func noteEffects() (out []effect) {
	once := given{"content": "The kettle is in the lab", "rationale": "tea"}
	note := given{"content": "The kettle is in the lab", "rationale": "tea", "allow_duplicate": true}
	fresh := given{"content": "The kettle has moved", "rationale": "tea", "allow_duplicate": true}
	for _, tool := range []string{"inject_context", "store_memory"} {
		out = append(out,
			effect{tool, "content", given{"rationale": "tea"}, "The kettle is in the lab", "The kettle is in room 4", "memory.content", is("The kettle is in the lab"), is("The kettle is in room 4")},
			effect{tool, "rationale", given{"content": "x", "allow_duplicate": true}, "tea at four", "coffee at ten", "memory.rationale", is("tea at four"), is("coffee at ten")},
			effect{tool, "modality", note, nil, "code", "memory.modality", is("text"), is("code")},
			effect{tool, "importance", note, nil, .9, "memory.importance", is(.5), is(.9)},
			effect{tool, "namespace", note, nil, "kitchen", "memory.namespace", is("default"), is("kitchen")},
			effect{tool, "tags", note, nil, []string{"a", "b"}, "memory.tags", missing, is([]any{"a", "b"})},
			effect{tool, "domain", note, nil, "medical", "memory.tags", missing, is([]any{"domain:medical"})},
			effect{tool, "timestamp", note, nil, "2026-01-15", "memory.timestamp", is(stageStart), is("2026-01-15T00:00:00Z")},
			effect{tool, "session_id", note, nil, "s", "memory.sessionId", missing, is("s")},
			effect{tool, "source", note, nil, "Ada", "memory.source", missing, is("Ada")},
			effect{tool, "allow_duplicate", once, nil, true, "already_stored", is(true), missing}, // the calls above have stored it
			effect{tool, "supersedes", fresh, nil, func(s *stage) any { return []any{s.store("default", "The kettle is in room 1", nil)} }, "memory.supersedes.#", missing, is(1)},
			effect{tool, "valid_from", fresh, nil, "2026-01-15", "memory.valid_from", missing, is("2026-01-15T00:00:00Z")},
			effect{tool, "valid_until", fresh, nil, "2026-01-15", "memory.valid_until", missing, is("2026-01-15T00:00:00Z")},
		)
	}
	link := func(s *stage) any { return []string{s.heron} }
	one := []given{{"content": "The samovar is in the hall"}}
	out = append(out,
		effect{"list_namespaces", "offset", nil, nil, 1 << 40, "names.#", atLeast(3), is(0)},
		effect{"list_tags", "namespace", nil, "filters", "nowhere", "names.#", is(2), is(0)},
		effect{"list_tags", "offset", given{"namespace": "filters"}, nil, 1, "names.0.name", is("bird"), is("go")})
	return append(out, effect{"store_memory", "link_to", note, nil, link, "memory.links.#", missing, is(1)},
		effect{"store_memories", "memories", nil, one, []given{{"content": "The samovar is in the hall"}, {"content": "The teapot is in the hall"}}, "known", is(0), is(1)})
}

func searchEffects() (out []effect) {
	ask := given{"query": "heron", "namespace": "filters"}
	with := func(more given) given {
		all := given{}
		for _, m := range []given{ask, more} {
			for k, v := range m {
				all[k] = v
			}
		}
		return all
	}
	changed := func(s *stage) any {
		namespace := s.fresh()
		old := s.store(namespace, "The kettle is in room 4", nil)
		s.store(namespace, "The kettle is in the lab", given{"supersedes": []any{old}})
		return given{"query": "kettle", "namespace": namespace}
	}
	next := func(s *stage) any { return s.must("search_graph", with(given{"topK": 1}))["nextCursor"] }
	out = []effect{
		{"search_graph", "query", given{"namespace": "filters", "topK": 1, "include_content": true}, "bird at the weir at dawn", "func int return", "results.0.content", holds("waits"), holds("return 42")},
		{"search_graph", "topK", ask, nil, 1, "results.#", is(3), is(1)},
		{"search_graph", "image", ask, nil, "cat.png", "error.message", missing, holds("query and image")}, // the test models cannot read images
		{"search_graph", "cursor", with(given{"topK": 1}), nil, next, "results.0.id", present, present},
		{"search_graph", "minSimilarity", ask, nil, .999, "results.#", is(3), is(0)},
		{"search_graph", "min_relevance", ask, nil, .5, "results.#", is(3), below(3)},
		{"search_graph", "min_alignment", given{"query": "frost", "namespace": "work", "topK": 100}, nil, .7, "results.#", atLeast(30), below(25)},
		{"search_graph", "profile", ask, nil, "code", "profile", holds(""), is("code")},
		{"search_graph", "spaces", with(given{"explain": true}), nil, []string{"E13"}, "weights.E1", present, missing},
		{"search_graph", "domain", with(given{"explain": true}), nil, "legal", "domain", is("general"), is("legal")},
		{"search_graph", "direction", with(given{"query": "the dog barked"}), "cause", "effect", "results.0.score", present, present},
		{"search_graph", "include_content", ask, nil, true, "results.0.content", missing, present},
		{"search_graph", "as_of", ask, nil, "2026-02-10", "results.#", is(3), is(2)},
		{"search_graph", "include_superseded", changed, nil, true, "results.#", is(1), is(2)},
		{"search_graph", "explain", ask, nil, true, "results.0.spaces", missing, present},
	}
	spellings := func(s *stage) any {
		namespace := s.fresh()
		s.store(namespace, "The kettle is in the lab.", nil)
		s.store(namespace, "the kettle is in the lab", nil)
		return given{"query": "kettle", "namespace": namespace}
	}
	out = append(out, effect{"search_graph", "fold", spellings, nil, false, "results.#", is(1), is(2)})
	for _, tool := range []string{"search_graph", "list_memories"} {
		list, base := "results.#", ask
		if tool == "list_memories" {
			list, base = "memories.#", given{"namespace": "filters"}
		}
		out = append(out,
			effect{tool, "modality", base, nil, "code", list, is(3), is(1)},
			effect{tool, "namespace", given{"query": "heron"}, "filters", "nowhere", list, is(3), is(0)},
			effect{tool, "tags", base, nil, []string{"bird"}, list, is(3), is(1)},
			effect{tool, "after", base, nil, "2026-02-01", list, is(3), is(2)},
			effect{tool, "before", base, nil, "2026-02-01", list, is(3), is(1)},
			effect{tool, "session_id", base, nil, "dawn", list, is(3), is(1)},
			effect{tool, "source", base, nil, "heron.go", list, is(3), is(1)},
		)
	}
	for i := range out { // list_memories has no query
		if out[i].tool == "list_memories" && out[i].arg == "namespace" {
			out[i].base = nil
		}
	}
	return out
}

// TestExactReachesTheEngine: on a small store exact changes nothing, since all memories are compared anyway.
func TestExactReachesTheEngine(t *testing.T) {
	for args, want := range map[string]bool{`{"query":"x"}`: false, `{"query":"x","exact":true}`: true} {
		spy := &questionSpy{fakeEngine: newFake()}
		var asked given
		if err := json.Unmarshal([]byte(args), &asked); err != nil {
			t.Fatal(err)
		}
		if err := tools.Ask(t.Context(), spy.parts(), "search_graph", asked, nil, &struct{}{}); err != nil || spy.got.Exact != want {
			t.Errorf("%s: exact %v, %v", args, spy.got.Exact, err)
		}
	}
}

// lifeEffects are the arguments of the tools that read, change and forget one memory, and the arguments that only list_memories has.
func lifeEffects() (out []effect) {
	heron := func(s *stage) any { return s.heron }
	first := func(s *stage) any { return s.linked[0] }
	kept := func(s *stage) any { return s.store(s.fresh(), "The kettle is in the lab", given{"rationale": "tea"}) }
	lonely := func(s *stage) any { return s.store("default", "The kettle is in the lab", given{"rationale": "tea"}) }
	gone := func(s *stage) any {
		id := kept(s)
		s.must("forget_memory", given{"id": id})
		return id
	}
	changed := func(s *stage) any {
		id := kept(s)
		s.must("update_memory", given{"id": id, "content": "The kettle is in room 4"})
		return id
	}
	next := func(s *stage) any {
		return s.must("list_memories", given{"namespace": "filters", "limit": 1})["nextCursor"]
	}
	half := func(s *stage) any {
		namespace := s.fresh()
		s.store(namespace, "kept", nil)
		s.must("forget_memory", given{"id": s.store(namespace, "gone", nil)})
		return given{"namespace": namespace}
	}
	out = []effect{
		{"get_memory", "id", nil, heron, first, "memory.content", holds("heron"), holds("Bicycles")},
		{"get_memory", "include_content", given{"id": heron}, nil, false, "memory.content", present, missing},
		{"get_memory", "include_links", given{"id": first}, nil, true, "memory.links", missing, present},
		{"get_memory", "include_versions", given{"id": changed}, nil, true, "versions", missing, present},
		{"get_memory", "history", given{"id": heron}, nil, 0, "purpose_evolution.kept_since", missing, present},
		{"get_memory", "offset", given{"id": heron}, nil, 4, "memory.content", is("The heron waits at the weir in the morning"), is("heron waits at the weir in the morning")},
		{"forget_memory", "id", nil, kept, "01890a5d-ac96-774b-bcce-b302099a8057", "error.name", missing, is("FINGERPRINT_NOT_FOUND")},
		{"forget_memory", "hard", given{"id": kept}, nil, true, "restorable", is(true), is(false)},
		{"restore_memory", "id", nil, gone, "01890a5d-ac96-774b-bcce-b302099a8057", "error.name", missing, is("FINGERPRINT_NOT_FOUND")},
		{"list_memories", "limit", given{"namespace": "filters"}, nil, 2, "memories.#", is(3), is(2)},
		{"list_memories", "cursor", given{"namespace": "filters", "limit": 1}, nil, next, "memories.0.id", present, present},
		{"list_memories", "include_forgotten", half, nil, true, "memories.#", is(1), is(2)},
		{"list_memories", "include_content", given{"namespace": "filters"}, nil, true, "memories.0.content", missing, present},
		{"update_memory", "id", given{"source": "Ada"}, kept, "01890a5d-ac96-774b-bcce-b302099a8057", "error.name", missing, is("FINGERPRINT_NOT_FOUND")},
		{"update_memory", "expected_version", given{"id": kept, "source": "Ada"}, 1, 7, "error.name", missing, is("INVALID_PARAMS")},
	}
	for arg, v := range map[string]any{"content": "Room 4", "rationale": "coffee", "modality": "code", "importance": .9, "namespace": "moved", "session_id": "s", "source": "Ada", "timestamp": "2026-01-15T00:00:00Z"} {
		field := map[string]string{"session_id": "sessionId"}[arg]
		if field == "" {
			field = arg
		}
		out = append(out, effect{"update_memory", arg, given{"id": kept, "tags": []string{"t"}}, nil, v, "memory." + field, func(any) string { return "" }, is(v)})
	}
	out = append(out,
		effect{"update_memory", "supersedes", given{"id": lonely, "tags": []string{"t"}}, nil, func(s *stage) any { return []any{s.store("default", "The kettle is in room 1", nil)} }, "memory.supersedes.#", missing, is(1)},
		effect{"update_memory", "valid_from", given{"id": kept, "tags": []string{"t"}}, nil, "2026-01-15", "memory.valid_from", missing, is("2026-01-15T00:00:00Z")},
		effect{"update_memory", "valid_until", given{"id": kept, "tags": []string{"t"}}, nil, "2026-01-15", "memory.valid_until", missing, is("2026-01-15T00:00:00Z")})
	return append(out, effect{"update_memory", "tags", given{"id": kept, "source": "Ada"}, nil, []string{"t"}, "memory.tags", missing, is([]any{"t"})})
}

func pathEffects() []effect {
	step := func(i int) func(*stage) any { return func(s *stage) any { return s.linked[i] } }
	return []effect{
		{"find_causal_path", "from", given{"to": step(2), "max_hops": 1}, step(0), step(1), "found", is(false), is(true)},
		{"find_causal_path", "to", given{"from": step(0), "max_hops": 1}, step(2), step(1), "found", is(false), is(true)},
		{"find_causal_path", "max_hops", given{"from": step(0), "to": step(2)}, 1, nil, "found", is(false), is(true)},
		{"find_causal_path", "include_content", given{"from": step(0), "to": step(2)}, nil, true, "path.0.content", missing, present},
		{"find_causal_path", "path_type", given{"from": step(2), "to": step(0)}, nil, "semantic", "found", is(false), is(true)},
	}
}

func goalEffects() []effect {
	fresh := func(s *stage) any { return s.fresh() }
	started := func(s *stage) any { // a namespace with a North Star
		namespace := s.fresh()
		s.must("set_north_star", given{"namespace": namespace, "description": "Sail around the world"})
		return namespace
	}
	star := func(s *stage) any { return s.star }
	child := func(s *stage) any { return s.below }
	tactical := func(s *stage) any {
		return at(s.must("add_goal", given{"namespace": "work", "description": "Buy sensors", "level": "tactical", "parent_id": s.below}), "goal.id")
	}
	parent := func(s *stage) any { // a goal with a goal below it
		namespace := started(s)
		up := at(s.must("add_goal", given{"namespace": namespace, "description": "Find a crew"}), "goal.id")
		s.must("add_goal", given{"namespace": namespace, "description": "Ask Ada", "level": "immediate", "parent_id": up})
		return up
	}
	alone := func(s *stage) any {
		return at(s.must("add_goal", given{"namespace": started(s), "description": "Find a crew"}), "goal.id")
	}
	return []effect{
		{"set_north_star", "description", given{"namespace": fresh}, "Sail around the world", "Bake bread", "goal.description", is("Sail around the world"), is("Bake bread")},
		{"set_north_star", "namespace", given{"description": "Keep the house"}, nil, fresh, "namespace", is("default"), holds("scratch")},
		{"add_goal", "description", given{"namespace": started}, "Find a crew", "Learn to tie knots", "goal.description", is("Find a crew"), is("Learn to tie knots")},
		{"add_goal", "level", given{"namespace": started, "description": "Find a crew"}, nil, "immediate", "goal.level", is("strategic"), is("immediate")},
		{"add_goal", "parent_id", given{"namespace": "work", "description": "Ask Ada", "level": "immediate"}, nil, tactical, "goal.parent_id", present, present},
		{"add_goal", "namespace", given{"description": "Find a crew"}, fresh, started, "error.name", present, missing},
		{"remove_goal", "goal_id", nil, alone, "01890a5d-ac96-774b-bcce-b302099a8057", "error.name", missing, is("GOAL_NOT_FOUND")},
		{"remove_goal", "cascade", given{"goal_id": parent}, nil, true, "removed.#", missing, is(2)},
		{"remove_goal", "namespace", given{"goal_id": child}, "filters", "elsewhere", "error.message", holds(`"filters" has no goal`), holds(`"elsewhere" has no goal`)},
		{"get_goals", "history", given{"namespace": "work"}, nil, 0, "history.events.0.added", missing, present},
		{"get_goals", "history", given{"namespace": "work"}, 0, 1 << 20, "history.events.#", atLeast(1), missing},
		{"get_goals", "namespace", nil, "filters", "work", "north_star.id", missing, func(v any) string { return "" }},
		{"get_alignment_drift", "goal_id", given{"namespace": "work"}, star, child, "overall.similarity", present, present},
	}
}

func driftEffects() []effect {
	work, all := given{"namespace": "work"}, given{"namespace": "work", "time_range": "all"}
	two := func(s *stage) any {
		var ids []any
		for i := range 2 {
			ids = append(ids, at(s.must("list_memories", work), "memories."+string(rune('0'+i))+".id"))
		}
		return ids
	}
	child := func(s *stage) any { return s.below }
	return []effect{
		{"get_alignment_drift", "memory_ids", work, nil, two, "analyzed_count", is(10), is(2)},
		{"get_alignment_drift", "timeframe", work, nil, "7d", "analyzed_count", is(10), is(30)},
		{"get_alignment_drift", "include_history", work, nil, true, "history", missing, present},
		{"get_alignment_drift", "strategy", work, nil, "dominant", "overall.similarity", present, present},
		{"get_alignment_drift", "namespace", given{"timeframe": "all"}, "filters", "work", "reference_type", is("computed_centroid"), is("north_star")},
		{"get_drift_history", "goal_id", all, nil, child, "goal_id", present, present},
		{"get_drift_history", "time_range", work, "all", "24h", "summary.total_entries", atLeast(3), present},
		{"get_drift_history", "limit", all, 1, 2, "history.#", is(1), is(2)},
		{"get_drift_history", "include_per_embedder", all, nil, true, "history.0.per_embedder.#", missing, is(13)},
		{"get_drift_history", "compute_deltas", all, nil, false, "history.2.delta_from_previous", present, missing},
		{"get_drift_history", "namespace", nil, "nowhere", "work", "error.name", is("HISTORY_NOT_AVAILABLE"), missing},
	}
}

func correctionEffects() []effect {
	dry := given{"namespace": "work", "dry_run": true}
	all := given{"namespace": "work", "timeframe": "all", "force": true}
	applied := func(s *stage) any { // the correction that the row before applied
		h := s.must("get_drift_history", given{"namespace": "work"})["history"].([]any)
		return at(h[len(h)-1], "correction_id")
	}
	better := func(s *stage) any { // work that is on its goal
		namespace := s.fresh()
		s.must("set_north_star", given{"namespace": namespace, "description": "Warn fruit growers of frost with weather stations in the orchards."})
		for _, text := range story(s.t, "on-goal")[:10] {
			s.store(namespace, text, nil)
		}
		return given{"namespace": namespace, "dry_run": true}
	}
	return []effect{
		{"trigger_drift_correction", "timeframe", dry, nil, "7d", "before.analyzed_count", is(10), is(30)},
		{"trigger_drift_correction", "strategy", dry, nil, "dominant", "before.strategy", is("cosine"), is("dominant")},
		{"trigger_drift_correction", "force", better, nil, true, "why", holds("corrections begin at"), holds("similarity")},
		{"trigger_drift_correction", "namespace", given{"dry_run": true}, "nowhere", "work", "error.name", present, missing},
		{"trigger_drift_correction", "dry_run", all, true, nil, "applied", is(false), is(true)},
		{"trigger_drift_correction", "undo", given{"namespace": "work"}, applied, nil, "undone", is(true), is(false)},
	}
}

func dreamEffects() []effect {
	copies := func(s *stage) any { // near copies and other texts
		namespace := s.fresh()
		for i, text := range story(s.t, "wandering") {
			at := given{"timestamp": s.ago(time.Duration(100-i) * time.Hour)}
			s.store(namespace, text, at)
		}
		s.store(namespace, "The football team lost two to nil, and the goalkeeper hurt his thumb.", nil)
		return namespace
	}
	dry := given{"namespace": "work", "rationale": "quiet", "dry_run": true}
	dreamt := func(s *stage) any {
		if s.dreamt == "" {
			s.dreamt = copies(s).(string)
			s.dream = s.must("trigger_dream", given{"namespace": s.dreamt, "rationale": "quiet"})["dream_id"]
		}
		return given{"namespace": s.dreamt, "rationale": "a mistake"}
	}
	undo := func(s *stage) any { return s.dream }
	return []effect{
		{"trigger_dream", "rationale", given{"namespace": "work", "dry_run": true}, "quiet hour", nil, "rationale", is("quiet hour"), missing},
		{"trigger_dream", "phase", dry, "nrem", "rem", "pairs_sampled", is(0), atLeast(1)},
		{"trigger_dream", "dry_run", given{"namespace": copies, "rationale": "quiet"}, true, nil, "dream_id", missing, present},
		{"trigger_dream", "undo", dreamt, undo, nil, "undone", is(true), is(false)},
		{"trigger_dream", "namespace", given{"rationale": "quiet", "dry_run": true}, "filters", "work", "replayed", is(3), is(30)},
		{"discover_sub_goals", "min_cluster_size", given{"namespace": "work"}, 2, 1000, "goals.#", atLeast(1), is(0)},
		{"discover_sub_goals", "max_goals", given{"namespace": "work", "min_cluster_size": 2}, nil, 1, "goals.#", atLeast(2), is(1)},
		{"discover_sub_goals", "namespace", nil, "filters", "work", "memories", is(3), is(30)},
	}
}

// linkEffects are the arguments of the tools for links.
func linkEffects() []effect {
	heron, step := func(s *stage) any { return s.heron }, func(s *stage) any { return s.linked[0] }
	proposed := func(s *stage) any { // a namespace with proposed links
		namespace := s.fresh()
		for _, text := range append([]string{ // two pairs that belong together, in a story
			"Anselm the ferryman charges three pennies since the flood took his rope.", "The flood took the ferryman's rope, and a new one of hemp costs Anselm forty pennies.",
			"The beehives of the abbey were stolen at Michaelmas.", "Wax is dear in the abbey since the beehives were stolen.",
		}, story(s.t, "wandering")...) {
			s.store(namespace, text, nil)
		}
		s.must("trigger_dream", given{"namespace": namespace, "rationale": "quiet", "phase": "rem"})
		return namespace
	}
	return []effect{
		{"get_links", "id", nil, nil, step, "links.#", missing, atLeast(1)},
		{"get_links", "namespace", nil, nil, proposed, "total", is(0), atLeast(2)},
		{"get_links", "limit", given{"namespace": proposed}, 1, nil, "proposals.#", is(1), atLeast(2)},
		{"decide_link", "a", given{"b": heron, "decision": "link"}, heron, step, "error.message", holds("both ends"), missing},
		{"decide_link", "b", given{"a": heron, "decision": "link"}, heron, step, "error.message", holds("both ends"), missing},
		{"decide_link", "decision", given{"a": heron, "b": step}, "link", "refuse", "now", is("accepted"), is("refused")},
	}
}

func stateEffects() []effect {
	minded := func(s *stage) any { // a namespace and session whose workspace has a memory
		namespace := s.fresh()
		s.must("inject_context", given{"content": "The heron waits", "rationale": "test", "namespace": namespace, "session_id": "s"})
		for range 6000 { // the workspace is filled after the answer
			if w := s.must("get_workspace", given{"namespace": namespace, "session_id": "s"}); w["seen"] != 0. {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		return namespace
	}
	history := given{"namespace": "work", "include_history": true}
	return []effect{
		{"search_graph", "context", given{"query": "The heron waits", "explain": true, "namespace": minded}, nil, 1, "results.0.inMind", missing, present},
		{"get_autonomous_status", "include_history", given{"namespace": "work"}, nil, true, "history", missing, present},
		{"get_autonomous_status", "history_count", history, 1, 2, "history.#", is(1), is(2)},
		{"get_autonomous_status", "namespace", nil, "filters", "work", "north_star", missing, present},
		{"get_workspace", "history", given{"namespace": minded, "session_id": "s"}, nil, 0, "history.events.0.members.#", missing, is(1)},
		{"get_workspace", "session_id", given{"namespace": minded}, nil, "s", "seen", is(0), is(1)},
		{"get_workspace", "namespace", given{"session_id": "s"}, "nowhere", minded, "seen", is(0), is(1)},
		{"embed", "texts", given{"spaces": []string{"graph"}}, []string{"a"}, []string{"a", "b"}, "embeddings.#", is(1), is(2)},
		{"embed", "spaces", given{"texts": []string{"a"}}, []string{"graph"}, []string{"hdc"}, "embeddings.0.E9.bits", missing, present},
		{"embed", "role", given{"texts": []string{"a"}, "spaces": []string{"graph"}}, nil, "neither", "error.message", missing, holds("passage")}, // the test models embed both the same way; TestQuestionsOfPurpose shows that the engine gets the argument
		{"embed", "timestamp", given{"texts": []string{"a"}, "spaces": []string{"E2"}}, "2026-01-15", "2026-02-15", "timestamp", is("2026-01-15T00:00:00Z"), is("2026-02-15T00:00:00Z")},
	}
}

// TestEffectsAreOfTools: a row must name an argument, or it would show nothing.
func TestEffectsAreOfTools(t *testing.T) {
	for _, e := range effects() {
		names, err := toolNamed(t, e.tool).Names()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+e.arg+" ") {
			t.Errorf("%s has no argument %s", e.tool, e.arg)
		}
	}
}
