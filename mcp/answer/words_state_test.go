package answer

import (
	"strings"
	"testing"

	"asterism/engine"
	"asterism/mcp/failure"
	"asterism/mcp/tooldrift"
)

// TestWordsOfTheStateSayWhatOneMustKnow: what was done and can be undone, what cannot be judged, what is damaged, refused or needs a person. Each within its token limit.
func TestWordsOfTheStateSayWhatOneMustKnow(t *testing.T) {
	at, id, step := "2026-03-02T12:34:56Z", idOf(9).String(), 5
	total := 40
	star := Goal{ID: id, Level: "north_star", Description: strings.Repeat("what the work is for ", 20) + "."}
	before, after := &Measured{Overall: Overall{Level: "High", Similarity: .6}}, &Measured{Overall: Overall{Level: levelUnknown, Similarity: .65}, AnalyzedCount: 3, TooFew: true}
	spaces := make([]SpaceReweight, 13)
	for i := range spaces {
		spaces[i] = SpaceReweight{"E1 semantic", 1, 1.5}
	}
	corrected := Correction{CorrectionID: &id, Needed: true, Applied: true, Kind: "reweight_spaces", Why: "spaces weighted by how well they separate the 9 memories on the goal from other texts: similarity 0.600 before, 0.650 after", Before: before, After: after, Improvement: new(.05), Spaces: spaces}
	dry := corrected
	dry.CorrectionID, dry.Applied, dry.DryRun = nil, false, true
	history := History{ReferenceType: "north_star", Summary: HistorySummary{TotalEntries: total}, Trend: &Trend{Direction: "Worsening", ProjectedCriticalIn: new("3.0 checks at current rate")}}
	for range total {
		history.History = append(history.History, DriftEntry{Timestamp: &at, OverallSimilarity: .65, DriftLevel: "Medium", MemoriesAnalyzed: 1200, Marker: "correction applied", Delta: new(Delta(-.05))})
	}
	goals := Goals{Goals: []Goal{star}, Alignment: Alignment{Memories: 35, Measured: 30}}
	for i := range 20 {
		goals.Goals = append(goals.Goals, Goal{ID: idOf(i + 20).String(), Level: "strategic", ParentID: &id, Description: strings.Repeat("a goal in words ", 20)})
	}
	log := MetaLog{Total: 400, offset: 100}
	for range 100 {
		log.Events = append(log.Events, MetaEvent{Timestamp: &at, Type: "lambda_adjustment", Before: LambdaPair{.7, .3}, After: LambdaPair{.6, .4}, Accuracy: .5, Escalated: true})
	}
	damaged := "the workspace of namespace default cannot be read: damaged; run `asterism check`"
	for name, c := range map[string]struct {
		payload worded
		most    int
		says    []string
	}{
		"a step against the goal": {GoalCheck{StepNumber: 7, Contradicts: true, Drift: true, Signal: true, Note: "contradicts the goal: negated: adds not", ConsecutiveDrifts: 1, ConsecutiveLimit: 3}, 60, []string{"Step 7 contradicts the goal: negated: adds not.", "1 of 3"}},
		"a step in a language that is not read": {GoalCheck{StepNumber: 7, Note: "cannot judge: the models do not read the language of this step"}, 60,
			[]string{"Step 7 is not judged: the models do not read the language"}},
		"a step that says otherwise": {GoalCheck{StepNumber: 7, Signal: true, Similarity: .4, Note: "differs from the goal: value changed: 3 → 4"}, 60, []string{"is on the goal", "Differs from the goal: value changed: 3 → 4."}},
		"a step that is unclear":     {GoalCheck{StepNumber: 7, Signal: true, Unclear: true, Similarity: .21, Threshold: .15}, 60, []string{"Step 7 is unclear: its similarity of 0.21 does not tell whether"}},
		"a step that takes something away": {GoalCheck{StepNumber: 7, Similarity: .5, Note: `cannot judge: it takes away "VAT table", which the goal names`}, 60,
			[]string{`Step 7 is not judged: it takes away "VAT table", which the goal names.`}},
		"a step that comes back": {GoalCheck{StepNumber: 28, Signal: true, Similarity: .6, IsDrifting: true, Run: &GoalRun{From: &step}}, 80,
			[]string{"Step 28 is on the goal", "The steps since 5 together have left the goal. This one is on it"}},
		"a step that drifts": {GoalCheck{StepNumber: 1_000_000_000, Signal: true, Drift: true, Severity: "critical", Similarity: .0123, Threshold: .15, ConsecutiveDrifts: 3, ConsecutiveLimit: 3, IsDrifting: true, Run: &GoalRun{From: &step}, Reminder: "The goal is: " + star.Description}, 100,
			[]string{"drifts from the goal (critical)", "since step 5", "The goal is: what the work"}},
		"a correction":        {corrected, 80, []string{"Corrected: spaces weighted", "Drift now unknown with only 3 memories", "E1 1→1.5", "10 more", "undo " + id}},
		"a correction's plan": {dry, 80, []string{"nothing was changed", "Drift would be unknown with only 3 memories"}},
		"a correction undone": {Correction{CorrectionID: &id, Undone: true, Why: "the weights before it are in force again", After: after, Improvement: new(.05)}, 80, []string{"Correction undone: the weights before it are in force", "similarity 0.65 (+0.05)"}},
		"an undo's plan":      {Correction{CorrectionID: &id, DryRun: true, Kind: "reweight_spaces", Why: "the weights before it are in force again", After: after, Improvement: new(-.05)}, 80, []string{"Would undo the correction; nothing was changed.", "Drift would be unknown with only 3 memories", "(-0.05)"}},
		"no correction":       {Correction{Needed: true, Kind: nothingProposed, Why: "drift is Medium, similarity 0.60 over 12 memories of the last 24h, and no weights raise it by 0.005 (a; b). Return to the goal", Before: before}, 80, []string{"Nothing was corrected", "Return to the goal"}},
		"a history of drift":  {history, 25*10 + 30, []string{"newest 10 of 40", "30 more are older", "2026-03-02 12:34 0.65 Medium over 1200 (-0.05) · correction applied", "Worsening, Critical in 3.0 checks"}},
		"goals":               {goals, 70 * 21, []string{"[00000009] north star: what the work", "\n [00000014] strategic", "30 of 35 memories"}},
		"a goal":              {GoalSet{Goal: star, Replaced: &star, Aligning: 1, against: "[00000001] \"x\" (negated)", like: "[00000002] \"y\""}, 50, []string{"in place of [00000009]", "Realigning 1 memory", "contradicts [00000001]", "same as [00000002]"}},
		"learning that needs a person": {MetaStatus{Enabled: true, predicted: 9, Accuracy: .25, LowCycles: 10, Current: LambdaPair{.6, .4}, Base: LambdaPair{.7, .3}, Adjustments: 12, LastAdjustment: &at, Escalation: "human_required", Helped: Helped{Before: HelpedShare{Searches: 30, Used: 12}, After: HelpedShare{Searches: 20, Used: 15}}}, 80,
			[]string{"low 10 cycles in a row", "12 of 30 before learning, 15 of 20 after learning", "adjusted 12 times", "asterism meta acknowledge"}},
		"learning that is off": {MetaStatus{Accuracy: .5, Escalation: "none", Settings: Settings{"low": .5}}, 80, []string{"is off", "nothing was predicted yet", "low 0.5"}},
		"a log":                {log, 25*20 + 30, []string{"from offset 100, of 400", "λ 0.70/0.30 → 0.60/0.40", "More with offset 120"}},
		"a recalibration":      {Recalibrated{Success: true, Adjustment: &LambdaAdjustment{}, Previous: LambdaPair{.7, .3}, New: LambdaPair{.6, .4}, Method: "bayesian", LossBefore: new(.2), LossAfter: new(.1)}, 40, []string{"λ 0.70/0.30 → 0.60/0.40 (bayesian)", "0.2 → 0.1"}},
		"a workspace":          {Workspace{State: "conscious", Members: []WorkspaceMember{{ID: id, Snippet: "a text"}}, Passed: 2, Warning: "too much at once"}, 60, []string{"Conscious, 1 in mind", "[00000009] a text", "2 memories were skipped", "Too much at once."}},
		"a state with troubles": {Status{Store: &StoreHealth{Memories: 3, Forgotten: 1, AllMemories: 5}, NorthStar: &star, Goals: goals.Goals, Drift: &history.History[0], Trend: history.Trend, Unreadable: []Unreadable{{"workspace", "damaged"}}, Learning: LearningState{Escalation: "human_required"}, Recommendations: []string{damaged, engine.HumanRequired}}, 180,
			[]string{"3 memories and 1 forgotten, 2 in other namespaces", "Drift Medium", "Worsening", "Parts that could not be read", "- " + damaged, "asterism meta acknowledge"}},
		"tools of a server that drifted": {ServerDrift{Status: "drift", Noise: "hello", ToolDrift: ToolDrift{Drift: true, Report: tooldrift.Report{Kind: tooldrift.Remove, Risk: tooldrift.High, Breaking: true, Removed: []string{"b"}, Added: []string{"a"}, Reasons: []tooldrift.Reason{{Tool: "a", Risk: tooldrift.Low, Text: "new"}, {Tool: "b", Risk: tooldrift.High, Breaking: true, Text: "gone"}}},
			Decision: tooldrift.Decision{Verdict: tooldrift.Refuse, Why: "remove"}}}, 90, []string{"remove, risk high, calls that worked before would fail", "- \"b\": gone (high)\n- \"a\": new (low)\n", "would refuse: remove.", "text that is no message: hello."}},
		"tools that were not all seen": {ServerDrift{Status: "unknown", ToolDrift: ToolDrift{Report: tooldrift.Report{Incomplete: "page 2 failed", Unseen: []string{"z"}}, Decision: tooldrift.Decision{Verdict: tooldrift.Warn, Why: "identity"}}}, 80,
			[]string{"is not known", "part of the list could not be compared", "not seen \"z\"", "incomplete: page 2 failed."}},
	} {
		said := c.payload.Words()
		if n := (len([]rune(said)) + 3) / 4; n > c.most {
			t.Errorf("%s costs about %d tokens, the limit is %d:\n%s", name, n, c.most, said)
		}
		for _, want := range c.says {
			if !strings.Contains(said, want) {
				t.Errorf("%s does not say %q:\n%s", name, want, said)
			}
		}
		if strings.Contains(said, "..") {
			t.Errorf("%s ends twice:\n%s", name, said)
		}
	}
	if said := (Status{Learning: LearningState{Escalation: "human_required"}, Recommendations: []string{engine.HumanRequired}}).Words(); strings.Count(said, "acknowledge") != 1 {
		t.Errorf("said twice, or not at all: %s", said)
	}
}

// TestWordsOfAFailure: the message unchanged, the hint as a sentence, and the code.
func TestWordsOfAFailure(t *testing.T) {
	for want, f := range map[string]*failure.Failure{
		"topK is 0. Use another. [INVALID_PARAMS -32602]\n":      failure.New(engine.KindInvalid, "use another", "topK is 0"),
		"is it so? Look. [BUSY -32012, retry_after_ms 500]\n":    failure.New(engine.KindBusy, "Look.", "is it so?"),
		"set_north_star failed. [INTERNAL -32603]\n":             {Name: "INTERNAL", Code: -32603, Message: "set_north_star failed"},
		"bad. forget_memory takes it. [INVALID_PARAMS -32602]\n": failure.New(engine.KindInvalid, "forget_memory takes it", "bad"),
	} {
		if got := failed(f); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestDriftThatWasNeverLess: if no earlier measurement was better, the text does not say that the work has left the goal, but names another possible reason.
func TestDriftThatWasNeverLess(t *testing.T) {
	const said = "No earlier measurement was closer"
	for name, c := range map[string]struct {
		d    Drift
		want bool
	}{
		"never less":    {Drift{ReferenceType: "north_star", Overall: Overall{Level: "Critical", HasDrifted: true, Since: &Held{Checks: 1}}}, true},
		"less before":   {Drift{ReferenceType: "north_star", Overall: Overall{Level: "Critical", HasDrifted: true, Since: &Held{Checks: 1, Before: new("Low")}}}, false},
		"not far":       {Drift{ReferenceType: "north_star", Overall: Overall{Level: "Low", Since: &Held{Checks: 1}}}, false},
		"not of a goal": {Drift{ReferenceType: "centroid", Overall: Overall{Level: "Critical", HasDrifted: true, Since: &Held{Checks: 1}}}, false},
		"not in series": {Drift{ReferenceType: "goal", Overall: Overall{Level: "Critical", HasDrifted: true}}, false},
	} {
		if words := c.d.Words(); strings.Contains(words, said) != c.want {
			t.Errorf("%s: %s", name, words)
		}
	}
}
