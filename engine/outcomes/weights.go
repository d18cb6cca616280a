package outcomes

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/metautl"
	"asterism/models"
)

// SearchWeights is what was learned from outcomes about the weights of searches with profile auto.
type SearchWeights struct {
	metautl.WeightsStatus
	// Auto holds auto's weights for a plain question of meaning, and Used those for such a question in each
	// domain.
	Auto [models.Count]float64
	Used map[metautl.Domain][models.Count]float64
}

// SearchWeights returns the status of the learned weights of search.
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

// ResetSearchWeights returns to auto's weights, and forgets the outcomes from which others were learned.
func (s *Service) ResetSearchWeights(ctx context.Context) error {
	return fault.Storage("reset the learned weights of search", s.meta.ResetWeights(ctx))
}
