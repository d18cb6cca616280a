package peerbench

import (
	"context"
	"testing"
)

// asked is a side that notes when it is asked.
type asked struct {
	side
	name  string
	order *[]string
}

func (a asked) find(context.Context, string) ([]string, error) {
	*a.order = append(*a.order, a.name)
	return nil, nil
}

// TestChanceDrawsWhoGoesFirst: each side in about half of the questions. Chance would leave these bounds, eight deviations away, once in 10¹⁵ runs.
func TestChanceDrawsWhoGoesFirst(t *testing.T) {
	const questions = 400
	var order []string
	p := &pair{asked{name: ours, order: &order}, asked{name: theirs, order: &order}}
	for range questions {
		if _, _, err := p.find(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
	}
	first := 0
	for i := 0; i < len(order); i += 2 {
		if order[i] == order[i+1] {
			t.Fatalf("question %d was asked twice of %s", i/2, order[i])
		}
		if order[i] == ours {
			first++
		}
	}
	if first < 120 || first > 280 {
		t.Errorf("ours goes first in %d of %d questions", first, questions)
	}
}
