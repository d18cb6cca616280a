package batch_test

import (
	"fmt"

	"asterism/engine/batch"
)

// Rows of similar length share a batch: every row is in one batch, and the oldest row's batch comes
// first.
func ExamplePlan() {
	lengths := []int{60, 5, 58, 7, 200}
	batches := batch.Plan(lengths, batch.Budget{Tokens: 256, Rows: 8})
	tokens, padded := batch.Cost(lengths, batches)
	fmt.Println(batches, tokens, "tokens,", padded, "with padding")
	_, padded = batch.Cost(lengths, [][]int{{0, 1, 2, 3, 4}})
	fmt.Println("all in one batch:", padded)
	// Output:
	// [[2 0] [1 3] [4]] 330 tokens, 334 with padding
	// all in one batch: 1000
}

// A batch is flat: row i owns the ids between two offsets, with its frame around the text.
func ExampleOfIDs() {
	b := batch.OfIDs(batch.Passage, batch.Frame{Before: []int32{101}, After: []int32{102}}, [][]int32{{7, 8}, {9}})
	fmt.Println(b.IDs, b.Offsets, b.Row(1), b.MaxLen())
	// Output: [101 7 8 102 101 9 102] [0 4 7] [101 9 102] 4
}

// A text longer than a model's window is split into overlapping windows.
func ExampleWindows() {
	fmt.Println(batch.Windows(1000, 512, 64))
	// Output: [[0 376] [312 688] [624 1000]]
}
