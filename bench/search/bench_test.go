package search

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"asterism/bench/mixture"
)

// TestMain lets the tests' own program be the process that writes; see writers_child.go.
func TestMain(m *testing.M) {
	if done, err := childMode(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	} else if done {
		return
	}
	os.Exit(m.Run())
}

// TestAllRowsAreThereAndSane walks every part at a tiny size.
func TestAllRowsAreThereAndSane(t *testing.T) {
	s, err := sizesOf("small")
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBench(options{peers: "../peers", sizes: s})
	if err != nil {
		t.Fatal(err)
	}
	defer b.clean()
	res, err := parts.Measure(t.Context(), b, parts.Names())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Row{}
	for _, r := range res.Rows {
		if _, twice := got[r.Name]; twice || r.Value != r.Value || r.Unit == "" || r.Runs < 1 {
			t.Errorf("row %+v: there twice (%v), or not a figure", r, twice)
		}
		got[r.Name] = r
	}
	for _, name := range wantedRows() {
		if r, ok := got[name]; !ok || !(r.Value > 0) {
			t.Errorf("row %s: there %v, value %v", name, ok, r.Value)
		}
	}
	if p50, p99 := got["search_100k_p50_ms"].Value, got["search_100k_p99_ms"].Value; p50 > p99 {
		t.Errorf("p50 %v is above p99 %v", p50, p99)
	}
	checkShares(t, got)
}

// checkShares: shares are between 0 and the whole, and the slow disk is slow.
func checkShares(t *testing.T, got map[string]Row) {
	t.Helper()
	for name, r := range got {
		if strings.HasSuffix(name, "recall10") && (r.Value < 0.5 || r.Value > 1) {
			t.Errorf("%s is %v", name, r.Value)
		}
	}
	if r, ok := got["writers1_per_s_disk_2ms"]; ok && r.Value > 500 {
		t.Errorf("one writer on a disk of 2 ms a sync writes %v times a second", r.Value)
	}
}

// wantedRows are those that no machine lacks, and those of the peer where it can be built.
func wantedRows() []string {
	names := []string{"read_1_gb_per_s", "read_2_gb_per_s", "scan_share_of_bandwidth", "sync_ms", "writers1_per_s", "writers16_per_s", "writers16_vs_1",
		"mixing.E1.real_nearest_p50", "mixing.E1.mixed_nearest_p50", "search_100k_p50_ms", "search_100k_p99_ms", "search_100k_callers2_p50_ms",
		"search_100k_callers16_p50_ms", "search_100k_auto_p50_ms", "search_100k_build_s", "search_recall10", "search_1m_recall10", "code_bytes_per_memory", "search_100k_index_bytes_per_memory", "search_1m_p50_ms",
		"engine_100k_open_s", "engine_100k_balanced_recall_p50_ms", "engine_100k_auto_recall_p50_ms", "engine_100k_read_tokens_p50_ms",
		"e1_recall10", "e1_p50_ms", "e1_build_s", "e1_bytes_per_memory"}
	if _, err := exec.LookPath("gcc"); err == nil {
		names = append(names, "writers1_per_s_disk_2ms", "writers16_vs_1_disk_2ms")
	}
	if _, err := os.Stat("/usr/include/hnswlib/hnswlib.h"); err == nil {
		names = append(names, "hnswlib_recall10", "hnswlib_p50_ms", "hnswlib_build_s", "hnswlib_bytes_per_memory", "hnswlib.ef10_recall10")
	}
	return names
}

func TestPartsThatCannotBeBuiltAreLeftOut(t *testing.T) {
	b := &bench{dir: t.TempDir(), peers: t.TempDir()}
	if _, err := b.runHnswlib(t.Context(), "none"); err == nil || !strings.Contains(err.Error(), "apt-get install libhnswlib-dev") {
		t.Errorf("error %v does not say how to get hnswlib", err)
	}
	if _, err := b.compile(t.Context(), "none.c", "none", "gcc"); err == nil || !strings.Contains(err.Error(), "none.c") {
		t.Errorf("error %v does not name the source", err)
	}
}

func TestAnInterruptEndsIt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := inParallel(ctx, "nothing", 10*mixture.Step, func(from, to int) error { return fmt.Errorf("%d was begun", from) })
	if err != context.Canceled {
		t.Errorf("error is %v, want that of the context", err)
	}
}

func TestEveryMemoryIsMadeOnce(t *testing.T) {
	const n = 3*mixture.Step + 5
	made := make([]int, n)
	if err := inParallel(t.Context(), "count", n, func(from, to int) error {
		for i := from; i < to; i++ {
			made[i]++
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for i, k := range made {
		if k != 1 {
			t.Fatalf("memory %d was made %d times", i, k)
		}
	}
}

func TestUnknownSizesAreRefused(t *testing.T) {
	if _, err := sizesOf("huge"); err == nil || !strings.Contains(err.Error(), "full or small") {
		t.Errorf("error %v does not say which there are", err)
	}
}

func TestTheMillionIsLeftOutWhereItWouldTakeTooLong(t *testing.T) {
	b := &bench{sizes: sizes{few: 10, many: 100, patience: time.Second}, fewTook: time.Minute}
	if rows, err := b.searchMany(t.Context()); rows != nil || err != nil || b.mix != nil {
		t.Errorf("%d rows, error %v: it was begun", len(rows), err)
	}
	b = &bench{sizes: sizes{few: 1, many: 1 << 40}} // more than any machine holds
	if rows, err := b.searchMany(t.Context()); rows != nil || err != nil || b.mix != nil {
		t.Errorf("%d rows, error %v: it was begun", len(rows), err)
	}
}
