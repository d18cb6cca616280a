package kernels

import "fmt"

// TokenValues rounds a question's token vectors, float32 [q][128], as [MaxSim] does: values int16 [q][128], those of vector k in steps of units[k]. The error says that
// they are not whole vectors, or names the number that is not finite.
func TokenValues(query []float32) (values []int16, units []float32, err error) {
	if len(query) == 0 || len(query)%TokenWidth != 0 {
		return nil, nil, fmt.Errorf("maxsim: query has %d values, not whole vectors of %d", len(query), TokenWidth)
	}
	q, err := newTokenQuery(query)
	return q.values, q.units, err
}
