package cuda

import "fmt"

// PickRecord is the number of words of 4 bytes that [Pick] writes a text.
func PickRecord(most int) int { return 1 + 2*most }

// Pick describes the choice of a sparse vector's terms: scores float32 [texts, vocabulary], none negative; out int32 [texts, PickRecord(most)]: how many, their ids
// in rising order, and from word 1 + most on their weights in float32. The greatest are kept, at most `most`, of equal ones those of the lower ids.
func Pick(out, scores Pointer, texts, vocabulary, most int) (Launch, error) {
	if vocabulary < 1 || most < 1 || texts < 1 {
		return Launch{}, fmt.Errorf("launch pick_terms: %d texts, a vocabulary of %d, at most %d terms; want at least 1 of each", texts, vocabulary, most)
	}
	return Launch{Kernel: "pick_terms", GridX: texts, GridY: 1, Threads: 256, Args: []Arg{out, scores, int32(vocabulary), int32(most)}}, nil
}
