package backend

import (
	"context"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// Backend turns batches into values. It is safe for concurrent use. A text embeds the same alone and in any
// batch, within the bound that the implementation states; order of rows and padding do not matter.
type Backend interface {
	// Name returns what it is and where it runs, for people: "onnxruntime 1.30.0 on cpu".
	Name() string
	// Spaces is the set of spaces it can embed.
	Spaces() models.Set
	// Embed returns one value a row, in row order. The values are the caller's to keep. A row for which the space
	// is undefined gives an absent value. Any other failure fails the whole batch; the batch may be tried elsewhere.
	Embed(ctx context.Context, space models.Space, b *batch.Batch) ([]fingerprint.Value, error)
	// Close frees what it holds; Embed must not be running.
	Close() error
}
