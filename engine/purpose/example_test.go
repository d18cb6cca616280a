package purpose_test

import (
	"fmt"
	"math"

	"asterism/engine/purpose"
	"asterism/models"
)

// The alignment of a memory is the mean over the spaces that have a value, and its verdict has a name.
func ExampleOverall() {
	var aligned [models.Count]float64
	for s := range aligned {
		aligned[s] = math.NaN() // absent
	}
	aligned[models.Semantic], aligned[models.Entity] = .9, .7
	theta := purpose.Overall(aligned)
	fmt.Printf("%.2f %s\n", theta, purpose.VerdictOf(theta))
	// Output: 0.80 optimal
}

// Goals form one tree per namespace; the error names one that does not fit.
func ExampleGrow() {
	_, err := purpose.Grow([]purpose.Aim{{Goal: purpose.Goal{Level: purpose.Tactical, Description: "Write the migration"}}})
	fmt.Println(err != nil)
	// Output: true
}
