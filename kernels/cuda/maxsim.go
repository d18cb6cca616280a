package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"asterism/kernels"
)

// MostTokenVectors is how many vectors a question of [MaxSim] may have.
const MostTokenVectors = 512

// tokenLanes is how many vectors of a question a warp works on at a time, a lane each.
const tokenLanes = 32

// MaxSimQuery is a question's token vectors, float32 [q][128], in the kernel's format, to be at a multiple of 16: rounded as kernels.MaxSim rounds them, so that
// both have the same numbers.
//
//	u32 [⌈q/32⌉][64][32]: of 32 vectors word by word. A vector's 128 numbers stand four bytes to a word: the upper bytes, signed, of the even numbers, 16 words, those
//	of the odd ones, and then the lower bytes, unsigned, the same way; so they meet a token's lower and upper half bytes
//	int32 [⌈q/32⌉][32]: minus eight times the sum of a vector, since a token's numbers have an offset of 8
//	float32 [⌈q/32⌉][32]: the size of a step
//
// Vectors past the last are zeros. The error says that the question has no whole vectors or more than [MostTokenVectors], or names the number that is not finite.
func MaxSimQuery(query []float32) ([]byte, error) {
	values, units, err := kernels.TokenValues(query)
	if err != nil {
		return nil, err
	}
	if len(units) > MostTokenVectors {
		return nil, fmt.Errorf("maxsim: query has %d vectors, want at most %d", len(units), MostTokenVectors)
	}
	groups := blocks(len(units), tokenLanes)
	out, le := make([]byte, MaxSimQueryBytes(len(units))), binary.LittleEndian
	starts := out[groups*tokenLanes*2*kernels.TokenWidth:]
	steps := starts[groups*tokenLanes*4:]
	for k, unit := range units {
		sum := int32(0)
		for j, v := range values[k*kernels.TokenWidth:][:kernels.TokenWidth] {
			sum += int32(v)
			word, place := j%2*16+j/8, j/2%4 // even ones first
			at := out[((k/tokenLanes*64+word)*tokenLanes+k%tokenLanes)*4+place:]
			at[0], at[32*tokenLanes*4] = byte(v>>8), byte(v)
		}
		le.PutUint32(starts[4*k:], uint32(-8*sum))
		le.PutUint32(steps[4*k:], math.Float32bits(unit))
	}
	return out, nil
}

// MaxSimQueryBytes is the length of [MaxSimQuery]'s result for a number of vectors.
func MaxSimQueryBytes(vectors int) int {
	return blocks(vectors, tokenLanes) * tokenLanes * (2*kernels.TokenWidth + 8)
}

// MaxSim describes the comparison of rows with a question token by token: query is [MaxSimQuery] of so many vectors, rows int32 [n] of the look, −1 for none; out
// float32 [n] gets the mean over the question's vectors of the best product with any of the row's tokens, as kernels.MaxSim computes it, bit for bit; NaN where a row
// has no tokens, its chunk lacks them, or there is no row.
func MaxSim(l Look, query Pointer, vectors int, rows Pointer, n int, out Pointer) (Launch, error) {
	if vectors < 1 || vectors > MostTokenVectors || n < 1 {
		return Launch{}, fmt.Errorf("launch maxsim: %d vectors and %d rows, want 1 to %d vectors and at least one row", vectors, n, MostTokenVectors)
	}
	if err := aligned(query); err != nil {
		return Launch{}, fmt.Errorf("launch maxsim: %w", err)
	}
	return Launch{Kernel: "maxsim", GridX: n, GridY: 1, Threads: 256, Args: []Arg{l.Table, l.Seats, query, int32(vectors), rows, out}}, l.check("maxsim")
}
