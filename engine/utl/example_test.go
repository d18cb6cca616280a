package utl_test

import (
	"fmt"

	"asterism/engine/utl"
)

// The learning score is high if a memory is new and fits: entropy .65, coherence .78, equal weights, importance .5, in phase.
func ExampleLearningScore() {
	fmt.Printf("%.2f\n", utl.LearningScore(.65, .78, utl.Lambdas{S: .5, C: .5}, .5, 0))
	fmt.Println(utl.Johari(.7, .8), utl.Johari(.2, .8))
	// Output:
	// 0.73
	// unknown open
}
