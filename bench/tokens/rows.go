package tokens

import (
	"context"
	"errors"
	"fmt"

	"asterism/bench/report"
)

// counts is how many tokens each text of a kind has.
type counts struct {
	name   string
	goal   float64
	tokens []float64
	texts  []string
}

// Rows measures everything that bench-tokens.json has: the tokens of the answers, in a store of its own, and of the tools' definitions.
func Rows(ctx context.Context) (rows []report.Row, err error) {
	all, err := measure(ctx)
	for _, c := range all {
		rows = append(rows, report.Lower(c.name, "tokens", c.goal, c.tokens...))
	}
	return rows, err
}

func measure(ctx context.Context) (out []counts, err error) {
	s, err := open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	answers, err := s.answers(ctx)
	if err != nil {
		return nil, err
	}
	shown, err := tiers()
	if err != nil {
		return nil, err
	}
	count, err := NewCounter()
	if err != nil {
		return nil, err
	}
	for _, a := range append(answers, shown...) {
		c := counts{name: a.name, goal: a.goal, texts: a.texts}
		for _, text := range a.texts {
			n, err := count.Of(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", a.name, err)
			}
			c.tokens = append(c.tokens, float64(n))
		}
		out = append(out, c)
	}
	return out, nil
}
