package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"asterism/bench/mixture"
	"asterism/bench/report"
	"asterism/models"
)

// hnswlib compares the graph index of hnswlib with our search, both over the same vectors of E1 and no other space, by the exact answer in
// float32. Without hnswlib's headers our side is measured alone.
func (b *bench) hnswlib(ctx context.Context) ([]Row, error) {
	rows, err := b.graph(ctx, b.few, "")
	if err != nil || !b.peerMany {
		return rows, err
	}
	more, err := b.graph(ctx, b.many, "_1m")
	return append(rows, more...), err
}

// graph compares over n vectors.
func (b *bench) graph(ctx context.Context, n int, suffix string) ([]Row, error) {
	m, err := b.mixer(ctx)
	if err != nil {
		return nil, err
	}
	v, err := newVectors(ctx, m, n, b.truths)
	if err != nil {
		return nil, err
	}
	own, err := b.ownSearch(ctx, m, v)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "vectors")
	defer os.Remove(file)
	if err := v.write(file); err != nil {
		return nil, err
	}
	truth := v.truth
	v.numbers = nil // the other process has them now
	debug.FreeOSMemory()
	rows := own.rows("e1" + suffix)
	peer, err := b.runHnswlib(ctx, file)
	if errors.Is(err, errNoHnswlib) {
		say("hnswlib: left out: %v", err)
		return rows, nil
	}
	if err != nil {
		return nil, err
	}
	return append(rows, peerRows(peer, truth, own.recall, n, suffix)...), nil
}

// errNoHnswlib says how to get what is missing.
var errNoHnswlib = errors.New("hnswlib's headers or a C++ compiler are not here: install both, on Debian with `apt-get install libhnswlib-dev g++`")

// peerResult is what hnswlib.cpp prints.
type peerResult struct {
	BuildS   float64      `json:"build_s"`
	Bytes    float64      `json:"bytes"`
	Searches []peerSearch `json:"searches"`
}

// peerSearch is all questions with one width of the search.
type peerSearch struct {
	Ef  int       `json:"ef"`
	IDs [][]int   `json:"ids"`
	Ms  []float64 `json:"ms"`
}

func (b *bench) runHnswlib(ctx context.Context, file string) (*peerResult, error) {
	program, err := b.compile(ctx, "hnswlib.cpp", "hnswlib", "g++", "-O3", "-march=native", "-std=c++17", "-pthread")
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", errNoHnswlib, err)
	}
	say("hnswlib: build the graph …")
	cmd := exec.CommandContext(ctx, program, file, fmt.Sprint(runtime.GOMAXPROCS(0)))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("run hnswlib: %w", err)
	}
	return parsePeer(out, b.truths)
}

// parsePeer reads and checks what hnswlib.cpp prints for so many questions.
func parsePeer(out []byte, questions int) (*peerResult, error) {
	r := &peerResult{}
	if err := json.Unmarshal(out, r); err != nil {
		return nil, fmt.Errorf("read what hnswlib says: %w", err)
	}
	if r.BuildS <= 0 || r.Bytes <= 0 || len(r.Searches) == 0 {
		return nil, fmt.Errorf("read what hnswlib says: built in %v s, %v bytes, %d searches: all must be above 0", r.BuildS, r.Bytes, len(r.Searches))
	}
	for _, s := range r.Searches {
		if len(s.IDs) != questions || len(s.Ms) != questions {
			return nil, fmt.Errorf("read what hnswlib says: ef %d has %d answers and %d times, want %d", s.Ef, len(s.IDs), len(s.Ms), questions)
		}
	}
	return r, nil
}

// recall is the mean part of the true ten best found.
func (s *peerSearch) recall(truth [][]int) (mean float64) {
	for i := range truth {
		mean += mixture.Overlap(s.IDs[i], truth[i]) / float64(len(truth))
	}
	return mean
}

// peerRows are the figures of every width, those of the first width that finds as much as our own search does (the widest when none does), and
// what the graph would take for all spaces that it can hold.
func peerRows(r *peerResult, truth [][]int, own float64, n int, suffix string) (rows []Row) {
	chosen := len(r.Searches) - 1
	for i := len(r.Searches) - 1; i >= 0; i-- {
		s := &r.Searches[i]
		if s.recall(truth) >= own {
			chosen = i
		}
	}
	for i := range r.Searches {
		s := &r.Searches[i]
		name := fmt.Sprintf("hnswlib%s.ef%d", suffix, s.Ef)
		rows = append(rows, higher(name+"_recall10", "1", noGoal, s.recall(truth)), lower(name+"_p50_ms", "ms", noGoal, report.Median(s.Ms)))
	}
	s, each := &r.Searches[chosen], r.Bytes/float64(n)
	p50 := report.Median(s.Ms)
	return append(rows, higher("hnswlib"+suffix+"_recall10", "1", noGoal, s.recall(truth)),
		lower("hnswlib"+suffix+"_p50_ms", "ms", noGoal, p50),
		lower("hnswlib"+suffix+"_p99_ms", "ms", noGoal, report.Percentile(s.Ms, 99)),
		lower("hnswlib"+suffix+"_build_s", "s", noGoal, r.BuildS),
		lower("hnswlib"+suffix+"_bytes_per_memory", "B", noGoal, each),
		lower("hnswlib"+suffix+"_computed_all_dense_bytes_per_memory", "B", noGoal, graphBytes(each)),
		lower("hnswlib"+suffix+"_computed_all_dense_p50_ms", "ms", noGoal, p50*graphWidths()/float64(models.Semantic.Info().Width)))
}

// graphBytes is what a memory takes in a graph of E1 turned into one graph for each dense vector of a memory: the links are the
// same, the vectors as long as the spaces are wide. The graph has no way to hold the sparse spaces, tokens, and bits other than as numbers.
func graphBytes(semantic float64) float64 {
	links := semantic - 4*float64(models.Semantic.Info().Width)
	return links*float64(len(graphVectors())) + 4*graphWidths()
}

// graphVectors are the widths of a memory's dense vectors: E1, E2 to E4, E5 each way, E7, E8, E10 and E11.
func graphVectors() (widths []int) {
	for _, c := range models.Catalog {
		switch c.Kind {
		case models.Pair:
			widths = append(widths, c.Width, c.Width)
		case models.Dense:
			widths = append(widths, c.Width)
		}
	}
	return widths
}

func graphWidths() (sum float64) {
	for _, w := range graphVectors() {
		sum += float64(w)
	}
	return sum
}
