package engine

import (
	"context"

	"asterism/engine/background"
)

// learnWeights learns the weights of search if enough outcomes came. What was in use stays in use until that has gone well.
func (e *Engine) learnWeights(ctx context.Context, r *background.Round) {
	_ = r.Try("", func() error { return e.meta.LearnWeights(ctx, e.now()) })
}
