package search

import (
	"fmt"
	"time"
)

// sizes say how much is measured. The names of the rows do not depend on them.
type sizes struct {
	texts     int           // real texts that memories are mixed of
	questions int           // real questions, of texts that no memory is made of
	few, many int           // memories where the rows say 100k and 1m
	truths    int           // questions that are compared with the exact answer
	calls     time.Duration // how long the calls of one figure go on, if there are still questions to ask
	rounds    int           // of everything that is measured in turn
	readBytes int           // that the bandwidth is measured over
	write     time.Duration // one turn of one way of writing
	sample    int           // memories whose nearest neighbours are looked at
	peerMany  bool          // show the graph index the many, too
	patience  time.Duration // for filling the index of the many, as filling that of the few lets expect; 0: for ever
}

// sizesOf reads the value of $SIZE. "small" is for trying whether the program works: its figures mean nothing.
func sizesOf(name string) (sizes, error) {
	switch name {
	case "":
		return sizes{texts: 20_000, questions: 240, few: 100_000, many: 1_000_000, truths: 100, calls: 15 * time.Second, rounds: 3,
			readBytes: 1 << 30, write: 1500 * time.Millisecond, sample: 100, patience: 4 * time.Minute}, nil
	case "full":
		return sizes{texts: 30_000, questions: 1000, few: 100_000, many: 1_000_000, truths: 500, calls: 2 * time.Minute, rounds: 5,
			readBytes: 1 << 30, write: 5 * time.Second, sample: 400, peerMany: true}, nil
	case "small":
		return sizes{texts: 300, questions: 12, few: 600, many: 1500, truths: 6, calls: 150 * time.Millisecond, rounds: 1,
			readBytes: 8 << 20, write: 50 * time.Millisecond, sample: 10}, nil
	}
	return sizes{}, fmt.Errorf("SIZE is %q: leave it out, or set it to full or small", name)
}
