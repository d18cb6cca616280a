package cuda

// The sizes of hdc.cu.
const (
	// HDCWords is the number of 64-bit words of a code: 10,000 bits, the rest of the last word zero.
	HDCWords = 157
	// HDCLetters is how many letters a text may have: the most votes that a counter of hdc.cu can count.
	HDCLetters = 1<<24 - 1
	hdcTeam    = 160 // threads a block
)

// HDC describes out = the binary spatter codes of texts, 64-bit words [texts, HDCWords]. letters are code points, int32, those of text i from offsets[i] to
// below offsets[i+1]: at least three and at most HDCLetters of them; anchors are int32 [texts], each the votes of the tie vector, from 0 to the text's trigrams.
func HDC(out, letters, offsets, anchors Pointer, texts int) Launch {
	return Launch{Kernel: "hdc", GridX: texts, GridY: 1, Threads: hdcTeam, Args: []Arg{out, letters, offsets, anchors}}
}
