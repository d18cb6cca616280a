package peerbench

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/bench/tokens"
)

// TestNoteSet: every question has its note, and none of the questions without an answer is one with an answer.
func TestNoteSet(t *testing.T) {
	s, err := readNoteSet(filepath.Join("..", "..", notesFolder))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.questions) != notesAsked || len(s.answers) != notesAsked || len(s.unanswered) != 12 || len(s.notes) < 60 {
		t.Errorf("%d questions, %d answers, %d without, %d notes", len(s.questions), len(s.answers), len(s.unanswered), len(s.notes))
	}
	for i, a := range s.answers {
		if !slices.Contains(s.notes, a) || slices.Contains(s.unanswered, s.questions[i]) {
			t.Errorf("%q is answered by %q", s.questions[i], a)
		}
	}
}

func TestShows(t *testing.T) {
	note := "func f() {\n\treturn \"a\"\n}"
	for answer, want := range map[string]bool{
		"1. [id]\n" + note: true, `{"observations":["func f() {\n\treturn \"a\"\n}"]}`: true, "func f() {": false, "": false,
	} {
		if shows(answer, note) != want {
			t.Errorf("%q: want %v", answer, want)
		}
	}
	if w := longestWord("who is on call for payments"); w != "payments" {
		t.Errorf("longest word %q", w)
	}
}

// TestKeepersAreMeasured with a server that finds what has all words of a question: hits and "nothing found" are counted.
func TestKeepersAreMeasured(t *testing.T) {
	b := standIn(t, "1")
	set := &noteSet{notes: []string{"the relay is slow", "tea is at four"}, questions: []string{"relay is slow", "when is tea"}, answers: []string{"the relay is slow", "tea is at four"}, unanswered: []string{"who leads", "the relay"}}
	count, err := tokens.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	k := keeper{name: "standin", search: "search_graph", open: func(ctx context.Context) (*session, error) {
		return startSession(ctx, b.program, nil, "serve", "--data", filepath.Join(b.dir, "store"))
	}, store: func(_ int, note string) (string, map[string]any) {
		return "store_memory", map[string]any{"content": note}
	}}
	rows, err := k.measure(t.Context(), set, count)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, r := range rows {
		got[strings.TrimPrefix(r.Name, "notes.standin_")] = r.Value
	}
	for name, want := range map[string]float64{"answers_of_2": 1, "answers_by_a_word_of_2": 1, "no_answer_told_of_2": 1} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v: %v", name, got[name], want, got)
		}
	}
	if got["tokens_search"] <= 0 || got["tokens_store"] <= 0 || got["tokens_tools"] <= 0 {
		t.Errorf("tokens: %v", got)
	}
	k.nothing = "relay" // a server that says of what it shows that it is nothing
	k.name = "standin"
	if rows, err = k.measure(t.Context(), set, count); err != nil || rows[2].Value != 2 {
		t.Errorf("%v %v", rows, err)
	}
}
