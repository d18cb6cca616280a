package goaldna_test

import (
	"fmt"
	"time"

	"asterism/engine/goaldna"
)

// The plain measure compares words and character trigrams; it needs no model.
func ExampleNewDNA() {
	dna := goaldna.NewDNA("Build a REST API for user management")
	for _, step := range []string{"Implement the user REST API endpoint for management", "Researching quantum computing papers"} {
		similarity, _ := dna.Similarity(step)
		fmt.Printf("%.3f %s\n", similarity, step)
	}
	// Output:
	// 0.539 Implement the user REST API endpoint for management
	// 0.005 Researching quantum computing papers
}

// A checker keeps the steps' history: three drifting steps in a row are drift.
func ExampleChecker() {
	clock := func() time.Time { return time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC) }
	c, err := goaldna.New("Build a REST API for user management", goaldna.DefaultOptions(), clock)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, step := range []string{"Add the user REST API endpoint", "Read about quantum computing", "Draw a cat", "Order lunch"} {
		event, err := c.CheckDrift(i, step)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(step, event != nil, c.IsDrifting())
	}
	// Output:
	// Add the user REST API endpoint false false
	// Read about quantum computing true false
	// Draw a cat true false
	// Order lunch true true
}

// The hybrid measure says which terms of the goal it found.
func ExampleHybrid_Measure() {
	m := goaldna.NewHybrid("Warn fruit growers of frost in time").Measure("parse the FrostWarning of the weather station")
	fmt.Println(m.Matched, m.Missing)
	// Output: [Frost Warning] [fruit growers time]
}
