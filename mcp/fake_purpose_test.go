package mcp

import (
	"context"
	"math"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/background"
	"asterism/engine/dream"
	"asterism/engine/drift"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/models"

	"github.com/google/uuid"
)

// This half of the mock always answers the same, and stores the question. A namespace "fail KIND" fails with that kind; "wait" reports progress and blocks until the call is
// cancelled.

var (
	fakeMoment = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	fakeStar   = purpose.Goal{ID: numbered(1), Namespace: "default", Level: purpose.NorthStar, Description: "Ship the press", Weight: 1, Created: fakeMoment, Updated: fakeMoment}
	fakeBelow  = purpose.Goal{ID: numbered(2), Namespace: "default", Level: purpose.Tactical, Parent: numbered(1), Description: "Fix the feed", Weight: .4, Created: fakeMoment, Updated: fakeMoment}
)

// fakeLoops has one loop that works and one that fails.
var fakeLoops = []background.State{
	{Name: "tidying", LastStart: fakeMoment, LastEnd: fakeMoment.Add(time.Second), LastSuccess: fakeMoment.Add(time.Second)},
	{Name: "aligning", Running: true, LastStart: fakeMoment, LastEnd: fakeMoment, Failures: 3, InARow: 2, Since: fakeMoment, LastError: "namespace work: the disk is gone", LastErrorAt: fakeMoment, NextTry: fakeMoment.Add(time.Minute)},
}

// numbered returns a UUID that ends with a number.
func numbered(n byte) store.ID {
	id := uuid.MustParse("01890a5d-ac96-774b-bcce-b30209900000")
	id[15] = n
	return id
}

// ask stores the question, and fails or waits if its namespace says so.
func (f *fakeEngine) ask(ctx context.Context, namespace string, question any, progress func(done, total int)) error {
	f.mu.Lock()
	f.asked = question
	f.mu.Unlock()
	if kind, ok := strings.CutPrefix(namespace, "fail "); ok {
		return &engine.Error{Kind: engine.Kind(kind), Message: "made to fail", RetryAfterMs: 77}
	}
	if progress != nil {
		for n := range 3 {
			time.Sleep(2 * time.Millisecond)
			progress(n+1, 9)
		}
	}
	if namespace == "wait" {
		f.waiting <- struct{}{}
		<-ctx.Done()
		f.cancelled <- struct{}{}
		return ctx.Err()
	}
	return nil
}

type northStarAsked struct{ namespace, description string }

func (f *fakeEngine) SetNorthStar(ctx context.Context, namespace, description string) (*engine.GoalSet, error) {
	if err := f.ask(ctx, namespace, northStarAsked{namespace, description}, nil); err != nil {
		return nil, err
	}
	set := &engine.GoalSet{Goal: fakeStar, Spaces: models.SetOf(models.Semantic, models.HDC), Aligning: 7}
	switch description {
	case fakeStar.Description:
		set.Same, set.Aligning = true, 0
	case "another":
		old := fakeStar
		set.Goal.ID, set.Goal.Description, set.Replaced = numbered(3), description, &old
	}
	return set, nil
}

func (f *fakeEngine) AddGoal(ctx context.Context, n engine.GoalNote) (*engine.GoalSet, error) {
	if err := f.ask(ctx, n.Namespace, n, nil); err != nil {
		return nil, err
	}
	return &engine.GoalSet{Goal: fakeBelow, Spaces: models.SetOf(models.Semantic), Aligning: 7}, nil
}

type goalRemoved struct {
	id      store.ID
	cascade bool
}

func (f *fakeEngine) RemoveGoal(ctx context.Context, id store.ID, cascade bool) (*engine.GoalsRemoved, error) {
	if err := f.ask(ctx, "", goalRemoved{id, cascade}, nil); err != nil {
		return nil, err
	}
	return &engine.GoalsRemoved{Goals: []purpose.Goal{fakeStar, fakeBelow}, Aligning: 7}, nil
}

func (f *fakeEngine) Goals(ctx context.Context, namespace string) (*engine.GoalTree, error) {
	if err := f.ask(ctx, namespace, namespace, nil); err != nil {
		return nil, err
	}
	tree := &engine.GoalTree{Namespace: orDefault(namespace), Measured: 3, Memories: 10, Aligning: true}
	if tree.Namespace == fakeStar.Namespace {
		tree.Goals = []purpose.Goal{fakeStar, fakeBelow}
	}
	return tree, nil
}

// fakeMeasurement has an overall similarity, and similarities of the first spaces that fall by .1 from space to space; the rest is absent.
func fakeMeasurement(similarity float64) drift.Measurement {
	m := drift.Measurement{
		Namespace: "default", Reference: numbered(1), ReferenceType: drift.ToGoal, Strategy: drift.Cosine, Timeframe: "24h", Level: drift.Medium,
		Similarity: similarity, Analyzed: 9, At: fakeMoment,
	}
	levels := []drift.Level{drift.None, drift.Low, drift.Medium, drift.Medium, drift.High, drift.High, drift.Critical, drift.Critical}
	for s := range m.Spaces {
		m.Spaces[s] = drift.SpaceDrift{Similarity: math.NaN(), Raw: math.NaN()}
		if s < len(levels) && models.Space(s).Info().Origin != models.FromTime {
			m.Spaces[s] = drift.SpaceDrift{Similarity: similarity - float64(s)/10, Raw: .5, Memories: 9, Level: levels[s]}
		}
	}
	m.Spaces[models.HDC].Memories = 4
	return m
}

func fakeEntries() []drift.Entry {
	delta := -.1
	first, second := drift.Entry{Measurement: fakeMeasurement(.9)}, drift.Entry{Measurement: fakeMeasurement(.8), Delta: &delta}
	first.At = fakeMoment.Add(-time.Hour)
	return []drift.Entry{first, second}
}

var fakeTrend = drift.Trend{Direction: drift.Worsening, Velocity: .035, PerDay: -.5, Samples: 10, ChecksToCritical: 15.53, CriticalAt: fakeMoment.Add(24 * time.Hour),
	Strategy: drift.Cosine, Timeframe: "24h", Acceleration: &drift.Acceleration{PerCheck: -.004, Significant: true, P: .0123}, Cycle: &drift.Cycle{Period: 24 * time.Hour, Amplitude: .05, P: .0004}}

func (f *fakeEngine) Drift(ctx context.Context, q engine.DriftQuestion) (*engine.Drift, error) {
	progress := q.Progress
	q.Progress = nil
	if err := f.ask(ctx, q.Namespace, q, progress); err != nil {
		return nil, err
	}
	out := &engine.Drift{Measurement: fakeMeasurement(.6), NoTrend: "2 measurements; a trend needs 3"}
	out.Strategy, out.Timeframe = q.Strategy, q.Timeframe
	out.Recommendations = []drift.Recommendation{{Space: models.Code, Priority: "high", Issue: "code left the goal", Suggestion: "look at it"}}
	out.Held = drift.Held{Level: drift.Medium, Since: fakeMoment.Add(-3 * time.Hour), Checks: 4, Before: drift.Low}
	out.SpacesHeld[models.Semantic] = drift.Held{Level: drift.None, Since: fakeMoment, Checks: 1}
	if len(q.Memories) > 0 {
		out.Timeframe, out.Analyzed = "", len(q.Memories)
	}
	if q.IncludeHistory {
		trend := fakeTrend
		out.History, out.HistoryTotal, out.Trend, out.NoTrend = fakeEntries(), 12, &trend, ""
	}
	return out, nil
}

func (f *fakeEngine) DriftHistory(ctx context.Context, q engine.HistoryQuestion) (*engine.DriftHistory, error) {
	if err := f.ask(ctx, q.Namespace, q, nil); err != nil {
		return nil, err
	}
	out := &engine.DriftHistory{GoalID: numbered(1).String(), ReferenceType: drift.ToGoal, Entries: fakeEntries(), Total: 12, Cut: true}
	if q.Goal == drift.Centroid {
		out.GoalID, out.ReferenceType, out.NoTrend = drift.Centroid, drift.ToCentroid, "2 entries; a trend needs 3"
		return out, nil
	}
	trend := fakeTrend
	out.Trend = &trend
	return out, nil
}

func (f *fakeEngine) CorrectDrift(ctx context.Context, q engine.CorrectionQuestion) (*engine.Correction, error) {
	progress := q.Progress
	q.Progress = nil
	if err := f.ask(ctx, q.Namespace, q, progress); err != nil {
		return nil, err
	}
	if q.Undo != (store.ID{}) {
		return &engine.Correction{Undone: true, Kind: "reweight_spaces", Why: "taken back"}, nil
	}
	c := &engine.Correction{Needed: true, Applied: !q.DryRun, Kind: "reweight_spaces", Why: "E1 separates best", Before: fakeMeasurement(.6), After: fakeMeasurement(.65)}
	if c.Applied {
		c.ID = numbered(9)
	}
	for s := range c.SpacesBefore {
		c.SpacesBefore[s], c.SpacesAfter[s] = 1, 1
	}
	c.SpacesAfter[models.Semantic] = 2
	heavier := fakeBelow
	heavier.Weight = .6
	c.GoalsBefore, c.GoalsAfter = []purpose.Goal{fakeStar, fakeBelow}, []purpose.Goal{fakeStar, heavier}
	return c, nil
}

func (f *fakeEngine) Autonomous(ctx context.Context, q engine.StatusQuestion) (*engine.Autonomous, error) {
	if err := f.ask(ctx, q.Namespace, q, nil); err != nil {
		return nil, err
	}
	tree, err := f.Goals(ctx, q.Namespace)
	if err != nil {
		return nil, err
	}
	out := &engine.Autonomous{Namespace: tree.Namespace, Goals: tree, NoTrend: "never measured", Lifecycle: "growth", NearCopies: -1, Recommendations: []string{"Measure drift."}, Status: &engine.Status{Profile: "compact"}}
	if tree.Namespace == "default" {
		last, trend := fakeMoment, fakeTrend
		entry := fakeEntries()[1]
		out.Drift, out.Trend, out.NoTrend, out.LastDream, out.NearCopies = &entry, &trend, "", &last, 0
		out.Status.Background = fakeLoops
		out.Pulse = &engine.Pulse{Entropy: .4, Coherence: .6, SuggestedAction: "continue"}
		out.Workspace, err = f.Workspace(ctx, "", "")
	}
	if q.IncludeHistory {
		out.History, out.HistoryTotal = fakeEntries(), 12
	}
	return out, err
}

func (f *fakeEngine) Dream(ctx context.Context, q engine.DreamQuestion) (*engine.DreamAnswer, error) {
	progress := q.Progress
	q.Progress = nil
	if err := f.ask(ctx, q.Namespace, q, progress); err != nil {
		return nil, err
	}
	out := &engine.DreamAnswer{Undone: q.Undo != (store.ID{}), Undid: dream.Undid{Copies: 1, Links: 4, Proposals: 1}}
	out.Report = dream.Report{
		Namespace: orDefault(q.Namespace), Phase: q.Phase, DryRun: q.DryRun, Rationale: q.Rationale, Started: fakeMoment, Took: 5 * time.Millisecond, Replayed: 9, Sampled: 20,
		Edges: []dream.Edge{
			{A: numbered(1), B: numbered(2), After: .1}, {A: numbered(1), B: numbered(3), Before: .1, After: .11},
			{A: numbered(2), B: numbered(3), Before: .1, After: .09}, {A: numbered(2), B: numbered(4), Before: .05},
		},
		Merges:    []dream.Merge{{Older: numbered(1), Younger: numbered(2), Similarity: .98}},
		Proposals: []dream.Proposal{{A: numbered(1), B: numbered(5), Score: .7, Shared: []string{"usage_events", "index"}}},
	}
	if !q.DryRun {
		out.ID = numbered(8)
	}
	return out, nil
}

func (f *fakeEngine) SubGoals(ctx context.Context, q engine.SubGoalQuestion) (*engine.SubGoals, error) {
	progress := q.Progress
	q.Progress = nil
	if err := f.ask(ctx, q.Namespace, q, progress); err != nil {
		return nil, err
	}
	goal := dream.SubGoal{Name: "feed roller", Terms: []string{"feed", "roller"}, Cohesion: .8, Confidence: .7, Level: "tactical", Central: numbered(1)}
	for n := range byte(12) {
		goal.Members = append(goal.Members, numbered(n+1))
	}
	return &engine.SubGoals{Namespace: orDefault(q.Namespace), Goals: []dream.SubGoal{goal}, Memories: 40, Looked: 40, Clustered: 15, Loose: 3}, nil
}

type workspaceAsked struct{ namespace, session string }

func (f *fakeEngine) Workspace(ctx context.Context, namespace, session string) (*engine.WorkspaceState, error) {
	if err := f.ask(ctx, namespace, workspaceAsked{namespace, session}, nil); err != nil {
		return nil, err
	}
	out := &engine.WorkspaceState{Snapshot: workspace.Snapshot{Namespace: orDefault(namespace), Session: session, State: workspace.Hypersync, C: .96, I: .99, R: .98, D: math.NaN(), Capacity: 7, Active: fakeMoment, Seen: 4}}
	out.Members = []workspace.Member{{ID: numbered(5), Entered: fakeMoment, R: .99, Fit: .8}}
	out.Memories = []*store.Memory{{ID: numbered(5), Content: "The feed roller slips"}}
	out.Warning = "everything looks alike"
	return out, nil
}

// Texts returns the texts of existing memories.
func (f *fakeEngine) Texts(_ context.Context, ids []store.ID) (map[store.ID]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := map[store.ID]string{}
	for _, id := range ids {
		if m := f.memories[id]; m != nil {
			out[id] = m.Content
		}
	}
	return out, nil
}
