package engine_test

import (
	"context"
	"fmt"
	"os"

	"asterism/engine"
)

// A memory goes in by Remember and comes out by Recall. When Remember returns, it survives a power cut and the next search finds it.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "asterism-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	e, err := engine.Open(ctx, engine.Config{Data: dir})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = e.Close(ctx) }()

	for _, text := range []string{"The nightly import failed because the disk was full", "The label printer wants its paper the right way round"} {
		r, err := e.Remember(ctx, engine.Note{Content: text, Rationale: "an example"})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(r.Spaces.Spaces()), "spaces")
	}
	found, err := e.Recall(ctx, engine.Question{Text: "why did the import break?", TopK: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Hits[0].Memory.Content, "by weights", found.Profile)
	// Output:
	// 13 spaces
	// 13 spaces
	// The nightly import failed because the disk was full by weights semantic
}
