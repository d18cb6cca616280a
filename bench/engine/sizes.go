package engine

import "fmt"

// sizes define how much is measured. The names of the rows do not depend on them.
type sizes struct {
	memories  int // one run of the ingest part
	runs      int // of the ingest, goals and start parts
	library   int // memories in the store that inject, search and goals work on
	stored    int // memories in the store of the start part
	injects   int // calls of the inject part, in all
	questions int // calls of the search part, in all
	sample    int // texts that each embedder and stage works on
	rows      int // texts of the batching part
	rounds    int // A B A B … of the batching part
}

// sizesOf reads the value of $SIZE. "small" is for trying whether the program works: its figures mean nothing.
func sizesOf(name string) (sizes, error) {
	switch name {
	case "":
		return sizes{memories: 20_000, runs: 5, library: 10_000, stored: 100_000, injects: 600, questions: 600, sample: 1000, rows: 256, rounds: 5}, nil
	case "full":
		return sizes{memories: 100_000, runs: 7, library: 10_000, stored: 100_000, injects: 3000, questions: 3000, sample: 4000, rows: 1024, rounds: 9}, nil
	case "small":
		return sizes{memories: 500, runs: 1, library: 500, stored: 1000, injects: 30, questions: 30, sample: 100, rows: 64, rounds: 1}, nil
	}
	return sizes{}, fmt.Errorf("SIZE is %q: leave it out, or set it to full or small", name)
}

// spare is how many texts of the corpus are kept out of every store: those that are injected and asked.
func (s sizes) spare() int { return s.injects + s.questions + 2*warmCalls }

// corpus is how many texts all parts need.
func (s sizes) corpus() int { return max(s.memories, s.library, s.stored) + s.spare() }
