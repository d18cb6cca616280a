package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"asterism/engine/goaldna"
	"asterism/engine/purpose"
	"asterism/engine/store"

	"github.com/google/uuid"
)

func checkGoal(t *testing.T, e *Engine, q GoalCheck) *GoalChecked {
	t.Helper()
	got, err := e.CheckGoal(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestCheckGoal(t *testing.T) {
	e := open(t, "")
	star := setStar(t, e, "", breadGoal).Goal
	on := checkGoal(t, e, GoalCheck{Step: 1, Action: "Feed the sourdough starter with rye flour"})
	off := checkGoal(t, e, GoalCheck{Step: 2, Action: "Renegotiate the tenant's lease before the quarterly revenue report"})
	if on.Mode != CheckHybrid || on.GoalID != star.ID || on.Goal != breadGoal || on.Drift || on.Severity != goaldna.None || !on.Signal {
		t.Errorf("a step on the goal: %+v", on)
	}
	if off.Similarity >= on.Similarity || !off.Drift || off.Severity == goaldna.None || off.Summary.TotalChecks != 2 || off.Summary.Consecutive != 1 {
		t.Errorf("a step off the goal: %+v", off)
	}
	if on.Measured == nil || !reflect.DeepEqual(on.Measured.Matched, []string{"flour", "sourdough", "starter"}) {
		t.Errorf("matched terms: %+v", on.Measured)
	}
	plain := checkGoal(t, e, GoalCheck{Step: 1, Action: "Feed the sourdough starter with rye flour", Mode: CheckPlain})
	want, _ := goaldna.NewDNA(breadGoal).Similarity("Feed the sourdough starter with rye flour")
	if plain.Similarity != want || plain.Measured != nil || plain.Summary.TotalChecks != 1 {
		t.Errorf("plain: %+v, want similarity %v in a history of its own", plain, want)
	}
}

// TestCheckGoalByDigits checks that the short id of a goal is read as the goal and not as a text, and that a word of such letters is read as a text.
func TestCheckGoalByDigits(t *testing.T) {
	e := open(t, "")
	star := setStar(t, e, "", breadGoal).Goal
	added, err := e.AddGoal(context.Background(), GoalNote{Level: purpose.Tactical, Description: "Paint the facade"})
	if err != nil {
		t.Fatal(err)
	}
	for digits, want := range map[string]store.ID{ShortID(star.ID): star.ID, ShortID(added.Goal.ID): added.Goal.ID, strings.ToUpper(star.ID.String()[24:]): star.ID, "facade": {}} {
		if got := checkGoal(t, e, GoalCheck{Goal: digits, Action: "Knead the dough"}); got.GoalID != want {
			t.Errorf("%s: checked against %q (%s), want %s", digits, got.Goal, got.GoalID, want)
		}
		if trend, err := e.GoalTrend(context.Background(), GoalTrendQuestion{Goal: digits}); err != nil || trend.GoalID != want {
			t.Errorf("%s: the trend is of %+v, %v; want %s", digits, trend, err, want)
		}
	}
	missing := map[string]Kind{"abcdef123456": KindGoal}
	if first := star.ID.String()[:6]; strings.HasPrefix(added.Goal.ID.String(), first) { // nearly always, since both were made in the same hour
		missing[first] = KindInvalid
	}
	for digits, kind := range missing {
		if _, err := e.CheckGoal(context.Background(), GoalCheck{Goal: digits, Action: "Knead the dough"}); !isKind(err, kind) {
			t.Errorf("%s: %v, want %s", digits, err, kind)
		}
	}
}

func TestCheckGoalSeesSubGoals(t *testing.T) {
	e := open(t, "")
	setStar(t, e, "", breadGoal)
	q := GoalCheck{Action: "Compare the price of three electric grain mills"}
	before := checkGoal(t, e, q)
	if _, err := e.AddGoal(context.Background(), GoalNote{Level: purpose.Tactical, Description: "Buy an electric mill for grain"}); err != nil {
		t.Fatal(err)
	}
	after := checkGoal(t, e, q)
	if after.Similarity <= before.Similarity || len(after.SubGoals) != 1 || !strings.Contains(fmt.Sprint(after.Measured.Matched), "electric") {
		t.Errorf("before %v, after %v, sub-goals %q, matched %q", before.Similarity, after.Similarity, after.SubGoals, after.Measured.Matched)
	}
}

func TestCheckGoalOfText(t *testing.T) {
	e := open(t, "")
	text := checkGoal(t, e, GoalCheck{Goal: breadGoal, Action: "Proof the dough overnight"})
	if text.GoalID != uuid.Nil || text.Measured == nil || text.Drift {
		t.Errorf("against a text: %+v", text)
	}
	star := setStar(t, e, "", breadGoal).Goal
	for _, goal := range []string{"", star.ID.String(), " " + breadGoal + "\n"} {
		got := checkGoal(t, e, GoalCheck{Goal: goal, Action: "Proof the dough overnight"})
		if got.GoalID != star.ID || got.Similarity < text.Similarity-.01 || got.Similarity > text.Similarity+.01 { // the stored goal is quantised
			t.Errorf("goal %q: %+v, want the North Star and similarity %v", goal, got, text.Similarity)
		}
	}
}

func TestBlankActionIsNoSignal(t *testing.T) {
	e := open(t, "")
	for _, mode := range CheckModes {
		drifted := checkGoal(t, e, GoalCheck{Goal: breadGoal, Action: "qqq www", Mode: CheckPlain})
		got := checkGoal(t, e, GoalCheck{Goal: breadGoal, Action: " \n", Mode: mode})
		if got.Signal || got.Drift || got.Similarity != goaldna.NoSignal {
			t.Errorf("%s: %+v", mode, got)
		}
		if mode == CheckPlain && got.Summary.Consecutive != drifted.Summary.Consecutive {
			t.Errorf("the counter went from %d to %d", drifted.Summary.Consecutive, got.Summary.Consecutive)
		}
	}
}

func TestGoalTrendSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	setStar(t, e, "", breadGoal)
	for i, action := range breadNotes {
		checkGoal(t, e, GoalCheck{Step: i, Action: action})
	}
	for i, action := range otherNotes {
		checkGoal(t, e, GoalCheck{Step: 6 + i, Action: action})
	}
	before, err := e.GoalTrend(context.Background(), GoalTrendQuestion{Window: 12})
	if err != nil {
		t.Fatal(err)
	}
	if before.Trend.Direction != goaldna.Worsening || before.Trend.Points != 12 || before.Summary.DriftEvents != len(before.Events) || before.Summary.DriftEvents < 3 {
		t.Errorf("trend of six steps on and six off the goal: %+v", before)
	}
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	after, err := e.GoalTrend(context.Background(), GoalTrendQuestion{Window: 12})
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("before %+v\nafter a restart %+v, %v", before, after, err)
	}
	if got := checkGoal(t, e, GoalCheck{Step: 12, Action: "Shape the loaf"}); got.Summary.TotalChecks != 13 {
		t.Errorf("after a restart it goes on with %d checks, want 13", got.Summary.TotalChecks)
	}
}

func TestGoalCheckErrors(t *testing.T) {
	e := open(t, "")
	for name, c := range map[string]struct {
		q    GoalCheck
		kind Kind
		want string
	}{
		"no North Star": {GoalCheck{Action: "x"}, KindGoal, "no North Star"},
		"unknown goal":  {GoalCheck{Goal: uuid.NewString(), Action: "x"}, KindGoal, "no goal"},
		"mode":          {GoalCheck{Goal: "g", Action: "x", Mode: "fuzzy"}, KindInvalid, `"fuzzy"`},
		"step":          {GoalCheck{Goal: "g", Action: "x", Step: -1}, KindInvalid, "-1"},
		"namespace":     {GoalCheck{Goal: "g", Action: "x", Namespace: "*"}, KindInvalid, `"*"`},
		"long action":   {GoalCheck{Goal: "g", Action: strings.Repeat("x", MaxActionBytes+1)}, KindInvalid, "16384"},
		"long goal":     {GoalCheck{Goal: strings.Repeat("x", MaxGoalBytes+1), Action: "x"}, KindInvalid, "4096"},
		"NUL":           {GoalCheck{Goal: "g", Action: "a\x00b"}, KindInvalid, "NUL"},
		"bytes":         {GoalCheck{Goal: "g\xff", Action: "x"}, KindInvalid, "UTF-8"},
	} {
		_, err := e.CheckGoal(context.Background(), c.q)
		var got *Error
		if !errors.As(err, &got) || got.Kind != c.kind || !strings.Contains(got.Message, c.want) || got.Hint == "" {
			t.Errorf("%s: %v, want a %s that names %q and a way out", name, err, c.kind, c.want)
		}
	}
	for name, c := range map[string]struct {
		q    GoalTrendQuestion
		kind Kind
	}{
		"never checked": {GoalTrendQuestion{Goal: "g"}, KindNoHistory},
		"window":        {GoalTrendQuestion{Goal: "g", Window: -1}, KindInvalid},
		"wide window":   {GoalTrendQuestion{Goal: "g", Window: goaldna.MaxHistory + 1}, KindInvalid},
		"no North Star": {GoalTrendQuestion{}, KindGoal},
	} {
		_, err := e.GoalTrend(context.Background(), c.q)
		var got *Error
		if !errors.As(err, &got) || got.Kind != c.kind || got.Hint == "" {
			t.Errorf("%s: %v, want a %s with a way out", name, err, c.kind)
		}
	}
}

func TestHundredChecksAtOnce(t *testing.T) {
	e := open(t, "")
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			for j, mode := range CheckModes {
				if _, err := e.CheckGoal(context.Background(), GoalCheck{Goal: breadGoal, Step: i, Action: otherNotes[(i+j)%6], Mode: mode}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for _, mode := range CheckModes {
		got, err := e.GoalTrend(context.Background(), GoalTrendQuestion{Goal: breadGoal, Mode: mode})
		if err != nil || got.Summary.TotalChecks != 100 {
			t.Errorf("%s: %+v, %v; want 100 checks", mode, got, err)
		}
	}
}
