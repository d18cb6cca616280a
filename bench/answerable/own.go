package answerable

import (
	"context"
	_ "embed" // the set
	"fmt"
	"strings"

	"asterism/engine/relevance"
)

// Own is a set of ours of which every answer is known: notes as a software team keeps them, and as many questions that one of them answers as
// questions of the same field that none does. The sets of others have judged a few texts a question only, so that there "no answer" can be wrong.
// It was written before anything was measured on it, and nothing is fitted on it.
type Own struct {
	Notes, Asked []string
	Answers      [][]int // of each question: places of the notes that answer it; none: no note does
}

//go:embed testdata/own/notes.tsv
var ownNotes string

//go:embed testdata/own/questions.tsv
var ownQuestions string

// ReadOwn reads it.
func ReadOwn() (*Own, error) { return parseOwn(ownNotes, ownQuestions) }

// parseOwn reads lines "id ⇥ note" and "ids with commas, or − ⇥ question".
func parseOwn(notes, questions string) (*Own, error) {
	out, places := &Own{}, map[string]int{}
	for i, line := range strings.Split(strings.TrimSpace(notes), "\n") {
		id, text, ok := strings.Cut(line, "\t")
		if _, twice := places[id]; !ok || twice || strings.TrimSpace(text) == "" {
			return nil, fmt.Errorf("read the notes: line %d, %q, is not an id of its own, a tab and a text", i+1, line)
		}
		places[id] = len(out.Notes)
		out.Notes = append(out.Notes, text)
	}
	for i, line := range strings.Split(strings.TrimSpace(questions), "\n") {
		ids, text, ok := strings.Cut(line, "\t")
		if !ok || strings.TrimSpace(text) == "" {
			return nil, fmt.Errorf("read the questions: line %d, %q, is not ids, a tab and a question", i+1, line)
		}
		var answers []int
		for _, id := range strings.Split(ids, ",") {
			if id == "-" {
				continue
			}
			place, ok := places[id]
			if !ok {
				return nil, fmt.Errorf("read the questions: line %d: there is no note %q", i+1, id)
			}
			answers = append(answers, place)
		}
		out.Asked, out.Answers = append(out.Asked, text), append(out.Answers, answers)
	}
	return out, nil
}

// AskOwn asks each question of a set once, of the whole store: a question that nothing answers is of the same field.
func AskOwn(ctx context.Context, s *Set, t relevance.Tokenizer) (out []Case, err error) {
	shelf, err := NewShelf(s, everything(s))
	if err != nil {
		return nil, err
	}
	for i := range s.Questions {
		kind := In
		if len(s.Questions[i].Relevant) == 0 {
			kind = Out
		}
		c, err := shelf.ask(ctx, &s.Questions[i], t, kind)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}
