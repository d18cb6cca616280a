package aims

import (
	"context"
	"errors"
	"testing"
	"time"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestNoCheckOutlivesItsGoal: a goal that is removed while a step is measured gets no history.
func TestNoCheckOutlivesItsGoal(t *testing.T) {
	ctx := context.Background()
	goal := purpose.Goal{ID: uuid.Must(uuid.NewV7()), Namespace: store.DefaultNamespace, Level: purpose.NorthStar, Description: "Bake bread"}
	s := &Service{store: store.NewInMemory(), now: time.Now, trees: map[string]*purpose.Tree{goal.Namespace: {Aim: purpose.Aim{Goal: goal}}},
		turn: func(context.Context, store.ID) (func(), error) { return func() {}, nil }}
	late, err := s.checkTarget("", goal.ID.String(), CheckPlain)
	if err != nil {
		t.Fatal(err)
	}
	delete(s.trees, goal.Namespace)
	err = s.recordCheck(ctx, late, &GoalCheck{Action: "Feed the starter"}, &GoalChecked{Similarity: .5, Signal: true})
	var told *fault.Error
	if !errors.As(err, &told) || told.Kind != fault.KindGoal {
		t.Errorf("a check of a goal that was removed meanwhile: %v", err)
	}
	if c, err := s.checker(ctx, late); c != nil || err != nil {
		t.Errorf("a check came after its goal had gone: %+v, %v", c, err)
	}
}
