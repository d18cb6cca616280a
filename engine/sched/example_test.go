package sched_test

import (
	"context"
	"fmt"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/batch"
	"asterism/engine/sched"
	"asterism/models"
)

// A scheduler collects jobs into batches, runs each on the first backend that has the space, and returns the values of
// every job.
func ExampleScheduler() {
	ctx := context.Background()
	s, err := sched.New(sched.Config{Lanes: []sched.Lane{{Space: models.HDC}}, Backends: []backend.Backend{arith.New()}, Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = s.Close(ctx) }()
	results, err := s.Embed(ctx, &sched.Job{Text: "the label printer", Role: batch.Passage}, &sched.Job{Text: "the nightly import", Role: batch.Passage})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(64*len(r.Values[models.HDC].Bits) >= models.HDC.Info().Width, r.Device, r.Err)
	}
	// Output:
	// true arithmetic on cpu <nil>
	// true arithmetic on cpu <nil>
}
