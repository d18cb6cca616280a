package peerbench

import (
	"context"
	"errors"
	"fmt"
	"math"

	"asterism/bench/peers/node"
)

// compared is how many texts' vectors are compared.
const compared = 64

// nearness is the least cosine of a peer's vectors with ours in f32. A peer that takes the first token's state is compared with ONNX Runtime's first state for the same ids, whose
// mean state is compared with ours in a contest of its own.
func (b *bench) nearness(ctx context.Context, l *lesson, c *contest, p *peer) (float64, error) {
	n := min(compared, len(l.texts)/c.share)
	theirs, err := p.ask(ask{Do: "values", Texts: n, Batch: max(c.usual.Batch/8, 1)})
	if err != nil {
		return 0, err
	}
	want, err := l.own.f32.vectors(ctx, l.texts[:n])
	if c.pooling == "first" {
		want, err = b.firstStates(ctx, l, n)
	}
	if err != nil {
		return 0, err
	}
	return leastCosine(theirs.Values, want)
}

func (b *bench) firstStates(ctx context.Context, l *lesson, n int) (_ [][]float32, err error) {
	p, err := startPeer(ctx, b.peers, node.Runtime, l.repository.dir, l.rowsFile, "fp32")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	a, err := p.ask(ask{Do: "values", Texts: n, Batch: 1, Pooling: "first"})
	if err != nil {
		return nil, err
	}
	return a.Values, nil
}

// leastCosine is that of vectors in the same place of two lists; NaN where one has no direction.
func leastCosine(a, b [][]float32) (float64, error) {
	if len(a) != len(b) {
		return 0, fmt.Errorf("%d vectors beside %d", len(a), len(b))
	}
	least := math.Inf(1)
	for i := range a {
		if len(a[i]) != len(b[i]) || len(a[i]) == 0 {
			return 0, fmt.Errorf("text %d has vectors of %d and %d numbers", i, len(a[i]), len(b[i]))
		}
		var dot, x, y float64
		for j := range a[i] {
			p, q := float64(a[i][j]), float64(b[i][j])
			dot, x, y = dot+p*q, x+p*p, y+q*q
		}
		least = min(least, dot/math.Sqrt(x*y)) // min keeps a NaN
	}
	return least, nil
}
