package kernels

import (
	"fmt"
	"slices"
)

// Votes is the input of a bundle: how trigrams of letters vote for every bit of a code.
type Votes struct {
	// Rows are three rows of one length for each distinct letter: the letter's item vector at the first, second and third place of a trigram.
	Rows    []uint64
	Letters []int32  // the text, at least three letters, as numbers of three rows
	Tie     []uint64 // one row: the vector that decides
	// With and Without are the least votes that set a bit, where Tie has it and where it has not.
	With, Without int
}

// Lanes is the number of 64-bit words of which the length of a row is a multiple.
const Lanes = 8

// mostLetters keeps a count of votes within 31 bits.
const mostLetters = 1 << 31

// Bundle counts the trigrams' votes (row 0 of a letter ⊕ row 1 of the next ⊕ row 2 of the one after it) and sets the bits of out, which is as long as Tie. Every variant gives the same bits. The
// error names the shape that does not fit; nothing is written then. Source: trigrams of letters, Joshi, Halseth and Kanerva 2016; the code, Kanerva 1996.
func Bundle(v Votes, out []uint64) error {
	words := len(v.Tie)
	switch {
	case words == 0 || words%Lanes != 0 || len(out) != words:
		return fmt.Errorf("bundle: %d words of the tie vector and %d of the code: as many are wanted, a multiple of %d", words, len(out), Lanes)
	case len(v.Rows)%(3*words) != 0:
		return fmt.Errorf("bundle: %d words of rows: three rows of %d a letter are wanted", len(v.Rows), words)
	case len(v.Letters) < 3 || len(v.Letters) > mostLetters:
		return fmt.Errorf("bundle: %d letters, at least 3 and at most %d are wanted", len(v.Letters), mostLetters)
	}
	if least, most := slices.Min(v.Letters), slices.Max(v.Letters); least < 0 || int(most) >= len(v.Rows)/(3*words) {
		return fmt.Errorf("bundle: letters from %d to %d, there are rows of %d", least, most, len(v.Rows)/(3*words))
	}
	bundle(chosen, &v, out)
	return nil
}
