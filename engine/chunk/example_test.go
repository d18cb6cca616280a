package chunk_test

import (
	"fmt"

	"asterism/engine/chunk"
)

// Markdown breaks at headings if a part is long enough to be a chunk. No character is lost.
func ExampleSplit() {
	text := "# Imports\nThe nightly import runs at two.\n\n# Labels\nThe printer wants its paper the right way round.\n"
	for _, c := range chunk.Split("notes.md", text, chunk.Limits{Min: 10, Max: 80}) {
		fmt.Printf("line %d, %s: %q\n", c.Line, c.Title, c.Text)
	}
	// Output:
	// line 1, Imports: "# Imports\nThe nightly import runs at two.\n\n"
	// line 4, Labels: "# Labels\nThe printer wants its paper the right way round.\n"
}
