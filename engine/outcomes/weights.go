package outcomes

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/metautl"
	"asterism/models"
)

// SearchWeights is what outcomes have taught about the weights of searches with profile auto.
type SearchWeights struct {
	metautl.WeightsStatus
	// Auto is what auto gives a plain question of meaning, and Used what such a question of each domain gets.
	Auto [models.Count]float64
	Used map[metautl.Domain][models.Count]float64
}

// SearchWeights says how the learned weights of search stand.
func (s *Service) SearchWeights(ctx context.Context) (*SearchWeights, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.Storage("read the learned weights of search", err)
	}
	out := &SearchWeights{WeightsStatus: s.meta.WeightsStatus(), Auto: intent.AutoMeaning(), Used: map[metautl.Domain][models.Count]float64{}}
	for _, d := range metautl.Domains {
		out.Used[d] = s.meta.SearchWeights(d, out.Auto).Used
	}
	return out, nil
}

// ResetSearchWeights lets auto's weights stand as they are, and forgets the outcomes that they were learned from.
func (s *Service) ResetSearchWeights(ctx context.Context) error {
	return fault.Storage("reset the learned weights of search", s.meta.ResetWeights(ctx))
}
