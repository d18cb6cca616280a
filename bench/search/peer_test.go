package search

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/bench/mixture"
)

func TestWhatThePeerSaysIsChecked(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"not JSON":         {`{`, "unexpected end"},
		"no build time":    {`{"bytes":1,"searches":[{"ef":1,"ids":[[1]],"ms":[1]}]}`, "above 0"},
		"no memory":        {`{"build_s":1,"searches":[{"ef":1,"ids":[[1]],"ms":[1]}]}`, "above 0"},
		"no searches":      {`{"build_s":1,"bytes":1,"searches":[]}`, "0 searches"},
		"too few answers":  {`{"build_s":1,"bytes":1,"searches":[{"ef":8,"ids":[],"ms":[1]}]}`, "ef 8 has 0 answers"},
		"too few times":    {`{"build_s":1,"bytes":1,"searches":[{"ef":8,"ids":[[1]],"ms":[]}]}`, "0 times"},
		"ids are no lists": {`{"build_s":1,"bytes":1,"searches":[{"ef":8,"ids":[1],"ms":[1]}]}`, "cannot unmarshal"},
	} {
		if _, err := parsePeer([]byte(c.text), 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	r, err := parsePeer([]byte(`{"build_s":2,"bytes":300,"searches":[{"ef":8,"ids":[[4,5]],"ms":[0.5]}]}`), 1)
	if err != nil || r.BuildS != 2 || r.Bytes != 300 || r.Searches[0].IDs[0][1] != 5 {
		t.Errorf("%+v, error %v", r, err)
	}
}

func FuzzParsePeer(f *testing.F) {
	f.Add([]byte(`{"build_s":2,"bytes":300,"searches":[{"ef":8,"ids":[[4,5]],"ms":[0.5]}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := parsePeer(b, 1)
		if err == nil && (len(r.Searches) == 0 || len(r.Searches[0].IDs) != 1 || len(r.Searches[0].Ms) != 1) {
			t.Errorf("accepted %q", b)
		}
	})
}

// TestRowsOfThePeer: the first width that finds as much as we do is the one that is compared.
func TestRowsOfThePeer(t *testing.T) {
	truth := [][]int{{1, 2}, {3, 4}}
	r := &peerResult{BuildS: 1, Bytes: 100 * 4200, Searches: []peerSearch{
		{Ef: 10, IDs: [][]int{{1, 9}, {3, 9}}, Ms: []float64{1, 1}},
		{Ef: 20, IDs: [][]int{{1, 2}, {3, 9}}, Ms: []float64{2, 2}},
		{Ef: 40, IDs: [][]int{{1, 2}, {3, 4}}, Ms: []float64{4, 4}},
	}}
	for own, want := range map[float64][2]float64{0.4: {0.5, 1}, 0.75: {0.75, 2}, 0.9: {1, 4}, 1.1: {1, 4}} {
		got := map[string]float64{}
		for _, row := range peerRows(r, truth, own, 100, "") {
			got[row.Name] = row.Value
		}
		if got["hnswlib_recall10"] != want[0] || got["hnswlib_p50_ms"] != want[1] {
			t.Errorf("ours finds %v: recall %v in %v ms, want %v", own, got["hnswlib_recall10"], got["hnswlib_p50_ms"], want)
		}
		if got["hnswlib_bytes_per_memory"] != 4200 || got["hnswlib.ef20_recall10"] != 0.75 {
			t.Errorf("rows are %v", got)
		}
	}
}

func TestBytesOfAllGraphs(t *testing.T) {
	// Ten dense vectors of 7,168 numbers in all: E1 1024, E2–E4 512 each, E5 768 twice, E7 1536, E8 384, E10 768, E11 384.
	if got := graphWidths(); got != 7168 || len(graphVectors()) != 10 {
		t.Errorf("%v numbers in %d vectors", got, len(graphVectors()))
	}
	if got := graphBytes(4*1024 + 100); got != 4*7168+10*100 {
		t.Errorf("%v bytes", got)
	}
}

// TestNearestIsTheSortedAnswer compares with sorting all of them, equal ones included.
func TestNearestIsTheSortedAnswer(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{1, 9, 10, 11, 300} {
		v := &vectors{n: n, width: 8}
		for range n * v.width {
			v.numbers = append(v.numbers, float32(r.IntN(3)))
		}
		query := []float32{1, 2, 0, 1, 1, 0, 3, 1}
		all := make([]int, n)
		dots := make([]float64, n)
		for i := range all {
			all[i] = i
			for j, x := range query {
				dots[i] += float64(x) * float64(v.numbers[i*8+j])
			}
		}
		slices.SortStableFunc(all, func(a, b int) int { return int(dots[b] - dots[a]) })
		if got := v.nearest(query); !slices.Equal(got, all[:min(mixture.TopK, n)]) {
			t.Errorf("%d vectors: got %v, want %v", n, got, all[:min(mixture.TopK, n)])
		}
	}
}

func TestVectorsFile(t *testing.T) {
	v := &vectors{n: 2, width: 2, numbers: []float32{1, 2, 3, 4}, queries: [][]float32{{5, 6}}}
	path := filepath.Join(t.TempDir(), "v")
	if err := v.write(path); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil || len(b) != 24+6*4 {
		t.Fatalf("%d bytes, error %v", len(b), err)
	}
	for i, want := range []uint64{2, 1, 2} {
		if got := binary.LittleEndian.Uint64(b[8*i:]); got != want {
			t.Errorf("head %d is %d, want %d", i, got, want)
		}
	}
	for i := range 6 {
		if got := math.Float32frombits(binary.LittleEndian.Uint32(b[24+4*i:])); got != float32(i+1) {
			t.Errorf("number %d is %v", i, got)
		}
	}
	v.queries[0] = []float32{1}
	if err := v.write(path); err == nil || !strings.Contains(err.Error(), "1 numbers, want 2") {
		t.Errorf("a short question: error %v", err)
	}
}

func TestPercentileRow(t *testing.T) {
	r := percentileRow("x", 50, 10, [][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	if r.Value != 5 || r.Runs != 3 || r.Spread != 6.0/5 || r.Met() != "goal 10: met" {
		t.Errorf("%+v", r)
	}
}
