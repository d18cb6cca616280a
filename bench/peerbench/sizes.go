package peerbench

import "fmt"

// sizes define how much each part does.
type sizes struct {
	texts  int  // that are embedded in one turn
	rounds int  // turns of each side
	tiny   bool // the model is not MiniLM but a small one of its kind

	memories  int // in the stores that writes and searches go to
	writes    int // in one turn
	questions int // of each kind
}

// sizesOf reads the value of $SIZE. "small" is for trying whether the program works: its figures mean nothing.
func sizesOf(name string) (sizes, error) {
	switch name {
	case "":
		return sizes{texts: 256, rounds: 5, memories: 10_000, writes: 32, questions: 200}, nil
	case "full":
		return sizes{texts: 1024, rounds: 7, memories: 10_000, writes: 128, questions: 1000}, nil
	case "small":
		return sizes{texts: 32, rounds: 1, tiny: true, memories: 300, writes: 16, questions: 20}, nil
	}
	return sizes{}, fmt.Errorf("SIZE is %q: leave it out, or set it to full or small", name)
}
