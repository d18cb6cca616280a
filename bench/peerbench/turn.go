package peerbench

import "context"

// turn is what one side does in a round; run returns the seconds it took.
type turn struct {
	name string
	run  func() (float64, error)
}

// inTurn has the sides run one after the other, round after round, and returns the seconds of each.
func inTurn(ctx context.Context, sides []turn, rounds int) (map[string][]float64, error) {
	took := map[string][]float64{}
	for range rounds {
		for _, s := range sides {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			seconds, err := s.run()
			if err != nil {
				return nil, err
			}
			took[s.name] = append(took[s.name], seconds)
		}
	}
	return took, nil
}
