package kernels

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTokenValues: the mean of the best products with the values is what MaxSim says.
func TestTokenValues(t *testing.T) {
	c := randomMaxSim(rand.New(rand.NewPCG(3, 1)), 5, []int{4})
	out := make([]float32, 1)
	if err := MaxSim(c.query, c.tokens, c.scales, c.offsets, out); err != nil {
		t.Fatal(err)
	}
	values, units, err := TokenValues(c.query)
	if err != nil {
		t.Fatal(err)
	}
	sum := float32(0)
	for k, unit := range units {
		best := float32(math.Inf(-1))
		for i, scale := range c.scales {
			dot := int32(0)
			for j, v := range unpackToken(c.tokens[i*tokenBytes:][:tokenBytes]) {
				dot += int32(values[k*TokenWidth+j]) * v
			}
			best = max(best, scale*float32(dot))
		}
		sum += float32(unit * best)
	}
	if got := sum / float32(len(units)); got != out[0] {
		t.Errorf("%v by the values, MaxSim says %v", got, out[0])
	}
}

func TestTokenValuesRefusesWhatIsNoQuery(t *testing.T) {
	broken := make([]float32, TokenWidth)
	broken[3] = float32(math.Inf(1))
	for name, query := range map[string][]float32{"nothing": nil, "no whole vector": make([]float32, TokenWidth+1), "infinite": broken} {
		if _, _, err := TokenValues(query); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
