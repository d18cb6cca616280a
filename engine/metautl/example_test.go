package metautl_test

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/metautl"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// Predictions are compared with the results, and what is learned is stored.
func ExampleService() {
	ctx, at := context.Background(), time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC)
	s, err := metautl.Open(ctx, store.NewInMemory(), metautl.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Accuracy()) // no prediction yet
	base := utl.Lambdas{S: .5, C: .5}
	fmt.Println(s.Record(ctx, metautl.Cycle{At: at, Base: base, ACh: .001, Predictions: []metautl.Prediction{{Space: models.Semantic, Predicted: .8, Actual: .6}}}))
	status := s.Status(at)
	fmt.Printf("%d, %.2f\n", status.Cycles, status.Spaces[models.Semantic])
	// Output:
	// 0.5
	// <nil>
	// 1, 0.80
}
