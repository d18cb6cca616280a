package mcp

import "asterism/mcp/tooldrift"

// learningEffects are the arguments of the tools of meta-learning.
func learningEffects() []effect {
	const nobody = "01890a5d-ac96-774b-bcce-b302099a8057"
	heron := func(s *stage) any { // measured, so that an outcome without a question has a reference
		return s.must("inject_context", given{"content": "The heron stood at the weir at dusk", "rationale": "test", "namespace": "judged"})["fingerprintId"]
	}
	found := func(s *stage) any {
		heron(s)
		return s.must("search_graph", given{"query": "heron", "namespace": "judged"})["query_id"]
	}
	judged := given{"memory_id": heron, "useful": .5}
	taught := func(s *stage) any { // a store with enough outcomes for the optimiser, and a changed λ
		if !s.taught {
			s.taught = true
			teach(s.t, s.speaker)
			s.must("trigger_lambda_recalibration", given{"force_bayesian": true})
			s.must("trigger_lambda_recalibration", given{"force_bayesian": true})
		}
		return given{}
	}
	forced := func(s *stage) any { return with(taught(s).(given), "force_bayesian", true) }
	return []effect{
		{"record_outcome", "query_id", judged, nil, found, "query_id", missing, present},
		{"record_outcome", "memory_id", given{"useful": .5}, heron, nobody, "error.name", missing, is("FINGERPRINT_NOT_FOUND")},
		{"record_outcome", "useful", given{"memory_id": heron, "query_id": found}, 0, 1, "useful", is(0), is(1)},
		{"record_outcome", "namespace", judged, "judged", "elsewhere", "error.name", missing, is("FINGERPRINT_NOT_FOUND")},
		{"get_meta_learning_status", "include_accuracy_history", taught, nil, true, "accuracy_history.#", missing, atLeast(10)},
		{"get_meta_learning_status", "include_embedder_breakdown", taught, nil, true, "embedder_accuracy.#", missing, is(13)},
		{"trigger_lambda_recalibration", "force_bayesian", taught, nil, true, "bo_iterations", missing, atLeast(1)},
		{"trigger_lambda_recalibration", "domain", taught, nil, "legal", "error.name", missing, is("INVALID_PARAMS")},
		{"trigger_lambda_recalibration", "dry_run", forced, nil, true, "dry_run", is(false), is(true)}, // TestRecalibrationByTool shows its purpose
		{"get_meta_learning_log", "start_time", taught, nil, "2026-03-21", "total_count", atLeast(2), is(0)},
		{"get_meta_learning_log", "end_time", taught, nil, "2026-03-20T11:59", "total_count", atLeast(2), is(0)},
		{"get_meta_learning_log", "event_type", taught, "lambda_adjustment", "human_escalation", "total_count", atLeast(2), is(0)},
		{"get_meta_learning_log", "domain", taught, nil, "legal", "total_count", atLeast(2), is(0)},
		{"get_meta_learning_log", "limit", taught, nil, 1, "events.#", atLeast(2), is(1)},
		{"get_meta_learning_log", "offset", taught, nil, 1, "events.#", atLeast(2), atLeast(1)},
	}
}

// toolDriftEffects are the arguments of the tools that compare lists of tools.
func toolDriftEffects() []effect {
	list := func(tools string) func(*stage) any {
		return func(s *stage) any { return raw(s.t, "["+tools+"]") }
	}
	return []effect{
		{"classify_tool_drift", "before", given{"after": list(readTool)}, list(readTool), list(""), "report.kind", is("identity"), is("append")},
		{"classify_tool_drift", "after", given{"before": list(readTool)}, list(readTool), list(""), "report.kind", is("identity"), is("remove")},
		{"check_server_drift", "name", nil, "same", "empty", "status", is("clean"), is("drift")},
	}
}

// stagePins pins one server twice: as it is, and as if it had no tools.
func stagePins(s *stage) tooldrift.Pins {
	pins := testPins(s.t)
	d := newDrifting(s.t, "minimal")
	d.pin(pins, "same")
	if _, err := pins.Create("empty", tooldrift.Target{URL: d.url}, nil, tooldrift.List{}); err != nil {
		s.t.Fatal(err)
	}
	return pins
}
