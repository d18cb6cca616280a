package meta

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/metautl"
	"asterism/models"
)

// learnedWeights are what outcomes have taught about the weights of search, as --json shows them.
type learnedWeights struct {
	Answers  int                        `json:"answers"`       // that are held, to learn from
	Outcomes uint64                     `json:"outcomes"`      // since the last reset
	Next     int                        `json:"next_learning"` // outcomes until then
	Domains  map[string]learnedOfDomain `json:"domains"`       // "all", and those of which something was learned
}

// learnedOfDomain are the weights of one domain's questions.
type learnedOfDomain struct {
	Learned   bool               `json:"learned"` // false: auto's weights stand
	LearnedAt *string            `json:"learned_at"`
	Answers   int                `json:"answers"`
	Gain      float64            `json:"gain"`   // nats an answer by which the worth of held-back hits was foretold better
	Spread    float64            `json:"spread"` // its standard error
	Factors   map[string]float64 `json:"factors"`
}

// searchWeights are those of an engine of this process; nil through a server, which has no tool that tells them.
func searchWeights(ctx context.Context, m owner.Memory) (*learnedWeights, error) {
	here, ok := m.(owner.Local)
	if !ok {
		return nil, nil
	}
	w, err := here.SearchWeights(ctx)
	if err != nil {
		return nil, err
	}
	return learnedFrom(w), nil
}

func learnedFrom(w *engine.SearchWeights) *learnedWeights {
	out := &learnedWeights{Answers: w.Answers, Outcomes: w.Outcomes, Next: w.Next, Domains: map[string]learnedOfDomain{"all": ofDomain(w.All)}}
	for d, l := range w.Domains {
		out.Domains[string(d)] = ofDomain(l)
	}
	return out
}

func ofDomain(l metautl.LearnedWeights) learnedOfDomain {
	v := learnedOfDomain{Learned: l.Learned, Answers: l.Answers, Gain: l.Gain, Spread: l.Spread, Factors: map[string]float64{}}
	if !l.At.IsZero() {
		at := l.At.UTC().Format(time.RFC3339)
		v.LearnedAt = &at
	}
	for s, f := range l.Factors {
		v.Factors[models.Space(s).Code()] = f
	}
	return v
}

// show prints them as text; nil are those that only the store itself has.
func (w *learnedWeights) show() {
	if w == nil {
		fmt.Println("search      the learned weights are shown where the store is, while no server owns it; search --explain shows those in use")
		return
	}
	fmt.Printf("search      weights learned from %s of %s; anew in %d more\n", words.Count(int(w.Outcomes), "outcome"), words.Count(w.Answers, "answer"), w.Next)
	var names []string
	for name := range w.Domains {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("            %-9s %s\n", name, w.Domains[name].words())
	}
}

func (l learnedOfDomain) words() string {
	switch {
	case l.LearnedAt == nil:
		return "nothing was learned yet; auto's weights stand"
	case !l.Learned:
		return fmt.Sprintf("auto's weights stand: nothing measured better on %s", words.Count(l.Answers, "answer"))
	}
	var factors []string
	for s := range models.Count {
		code := models.Space(s).Code()
		if f := l.Factors[code]; f != 1 {
			factors = append(factors, fmt.Sprintf("%s ×%.2f", code, f))
		}
	}
	return fmt.Sprintf("foretell the worth of hits better by %+.3f ± %.3f nats an answer, on %s held back in turn: %s", l.Gain, l.Spread, words.Count(l.Answers, "answer"), strings.Join(factors, "  "))
}
