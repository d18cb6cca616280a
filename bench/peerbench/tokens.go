package peerbench

import (
	"context"

	"asterism/bench/report"
	"asterism/bench/tokens"
)

// tokens are what our answers and tools cost the model that reads them. `bench tokens` alone measures them too, and writes them into this result.
func (b *bench) tokens(ctx context.Context) ([]report.Row, error) {
	rows, err := tokens.Rows(ctx)
	return tokens.Named(rows, tokens.BesidePeers), err
}
