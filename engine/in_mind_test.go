package engine

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/workspace"
)

// followUps is a conversation about one thing, follow-up questions that do not name it, and one question that names it.
type followUps struct {
	Session   string
	Turns     []string
	FollowUps []asking `json:"follow_ups"`
	Whole     asking
}

type asking struct {
	Question string
	Answer   int // the turn
}

// talks stores all turns, a minute apart, and the conversations a day apart. All turns but the last are injected, so that a workspace has them.
func talks(t *testing.T, e *Engine) (all []followUps, ids map[string][]store.ID) {
	t.Helper()
	b, err := os.ReadFile("testdata/followups.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	ids = map[string][]store.ID{}
	at := time.Date(2026, 4, 1, 10, 0, 0, 0, time.UTC)
	for day, talk := range all {
		for i, turn := range talk.Turns {
			n := Note{Content: turn, Rationale: "said", SessionID: talk.Session, Time: at.AddDate(0, 0, day).Add(time.Duration(i) * time.Minute)}
			ids[talk.Session] = append(ids[talk.Session], inject(t, e, n).ID)
		}
	}
	return all, ids
}

// placeIn returns the 1-based place of a memory in a search with the context of what is in mind; past the last place if it is not found.
func placeIn(t *testing.T, e *Engine, question string, weight float64, want store.ID) int {
	t.Helper()
	found, err := e.Recall(context.Background(), Question{Text: question, Context: weight, TopK: 24})
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range found.Hits {
		if h.Memory.ID == want {
			return i + 1
		}
	}
	return len(found.Hits) + 1
}

// TestContextLiftsWhatIsTalkedOf checks that a question that does not name its subject is answered from the conversation in mind, and that one that names another subject is not affected.
func TestContextLiftsWhatIsTalkedOf(t *testing.T) {
	e := open(t, "")
	all, ids := talks(t, e)
	without, with, named, gains := 0., 0., 0, 0
	for _, talk := range all {
		for range 2 { // this conversation is the last in mind
			inject(t, e, Note{Content: talk.Turns[0], Rationale: "said again", SessionID: talk.Session, AllowDuplicate: true})
		}
		for _, q := range talk.FollowUps {
			want := ids[talk.Session][q.Answer]
			before, after := placeIn(t, e, q.Question, 0, want), placeIn(t, e, q.Question, 1, want)
			without, with = without+1/float64(before), with+1/float64(after)
			if after < before {
				gains++
			}
			if after > before {
				t.Errorf("%s, %q: place %d with context, %d without", talk.Session, q.Question, after, before)
			}
		}
		for _, other := range all {
			want := ids[other.Session][other.Whole.Answer]
			if before, after := placeIn(t, e, other.Whole.Question, 0, want), placeIn(t, e, other.Whole.Question, 1, want); after > before {
				named++
				t.Errorf("with %s in mind, %q: place %d, without %d", talk.Session, other.Whole.Question, after, before)
			}
		}
	}
	n := float64(3 * len(all))
	t.Logf("mean reciprocal rank %.3f with context, %.3f without; %d better, %d others worse", with/n, without/n, gains, named)
	// The gain is .043, and four of the twelve questions are better.
	if with/n < without/n+.04 || gains < 4 {
		t.Errorf("mean reciprocal rank %.3f with context, %.3f without; %d are better", with/n, without/n, gains)
	}
}

// TestContextIsAskedForAndTold checks that 0 changes nothing, that a hit reports its gain, and that invalid values are refused.
func TestContextIsAskedForAndTold(t *testing.T) {
	e := open(t, "")
	_, ids := talks(t, e)
	ctx := context.Background()
	for _, weight := range []float64{0, .5, 1} {
		found, err := e.Recall(ctx, Question{Text: "how much do they want for it?", Context: weight, TopK: 24})
		if err != nil {
			t.Fatal(err)
		}
		gained := 0
		for _, h := range found.Hits {
			if h.InMind < 0 || h.InMind > workspace.Bonus*weight {
				t.Errorf("context %v: %s gained %v", weight, h.Memory.ID, h.InMind)
			}
			if h.InMind > 0 {
				gained++
				if h.Memory.SessionID != "loom" { // the last conversation
					t.Errorf("context %v: a memory of %s gained %v", weight, h.Memory.SessionID, h.InMind)
				}
			}
		}
		if (weight > 0) != (gained > 0) {
			t.Errorf("context %v: %d hits gained", weight, gained)
		}
	}
	linker, other := LinkerOf(e), ids["piano"][5]
	w, err := e.Workspace(ctx, "", "loom")
	if err != nil || len(w.Members) == 0 {
		t.Fatalf("%+v, %v", w, err)
	}
	if _, err := linker.DecideLink(ctx, w.Members[0].ID, other, "link"); err != nil {
		t.Fatal(err)
	}
	found, err := e.Recall(ctx, Question{Text: "Ida signs the contract of sale", Context: 1})
	if err != nil || len(found.Hits) == 0 || found.Hits[0].Memory.ID != other || found.Hits[0].InMind != workspace.Bonus {
		t.Errorf("what is linked with a member gained nothing: %+v, %v", found.Hits, err)
	}
	for name, q := range map[string]Question{"above 1": {Text: "x", Context: 1.5}, "below 0": {Text: "x", Context: -1}, "everywhere": {Text: "x", Context: 1, Namespace: "*"}} {
		var known *Error
		if _, err := e.Recall(ctx, q); !errors.As(err, &known) || known.Kind != KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
