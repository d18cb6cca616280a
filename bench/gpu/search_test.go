package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/search"
	"asterism/engine/search/gpu"
)

// TestSizesFitTheHost: a goal is that of its number alone, and the name of a row says how many there were.
func TestSizesFitTheHost(t *testing.T) {
	e := &env{}
	for _, c := range []struct {
		memories int
		free     uint64
		want     int
		name     string
		goal     float64
	}{
		{memories1M, 0, 1_000_000, "1m", goal1M},
		{memories1M, 16 << 30, 1_000_000, "1m", goal1M},
		{memories1M, 12 << 30, 700_000, "700k", 0},
		{memories1M, 4 << 30, 0, "0m", 0},
		{memories10M, 128 << 30, 10_000_000, "10m", goal10M},
		{memories10M, 20 << 30, 5_000_000, "5m", 0},
		{memories10M, 3 << 30, 0, "0m", 0},
	} {
		s := e.searchSize(c.memories).fit(c.free)
		if s.memories != c.want || s.name() != c.name {
			t.Errorf("%d memories in %d GiB: %d, called %s; want %d, called %s", c.memories, c.free>>30, s.memories, s.name(), c.want, c.name)
		}
		if goal := s.p50 == s.p50 && s.p50 == c.goal; goal != (c.goal > 0) {
			t.Errorf("%s in %d GiB has the goal %v, want %v", c.name, c.free>>30, s.p50, c.goal)
		}
	}
}

// TestBoundedIndexKeepsToItsBound: what stays of ten million memories without their values is within what is reckoned with.
func TestBoundedIndexKeepsToItsBound(t *testing.T) {
	s := (&env{}).searchSize(memories10M)
	if room := int64(s.memories)*indexBytesBounded + besideIndex; s.hostLimit() > room || !s.bounded {
		t.Errorf("the index may hold %d bytes, there is room for %d", s.hostLimit(), room)
	}
	small := (&env{options: options{small: true}}).searchSize(memories10M)
	if small.hostLimit() != 1 || small.memories <= memoriesSmall || small.p50 == small.p50 {
		t.Errorf("the small size: %+v", small)
	}
}

func TestPackedTextsComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), packedTexts)
	want := []string{"a text", "ein Text mit ß", "x"}
	if err := writeTexts(path, want); err != nil {
		t.Fatal(err)
	}
	if got, err := readTexts(path); err != nil || !slices.Equal(got, want) {
		t.Errorf("read %q (%v), want %q", got, err, want)
	}
	if err := writeTexts(path, []string{"two\nlines"}); err == nil || !strings.Contains(err.Error(), "two") {
		t.Errorf("a text of two lines: error is %v", err)
	}
	if err := os.WriteFile(path, []byte("nothing packed"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readTexts(path); err == nil {
		t.Error("a file that is not packed was read")
	}
}

// shown is a replica that always shows something.
type shown struct{ search.Replica }

type nothing struct{ search.Searcher }

func (shown) NewSearcher([]uint64) search.Searcher { return nothing{} }

func TestSwitchedMirrorIsLookedAwayFrom(t *testing.T) {
	s := &switched{Replica: shown{}}
	for i, off := range []bool{false, true, false} {
		s.off.Store(off)
		if l := s.NewSearcher(nil); (l == nil) != off {
			t.Errorf("look %d: %v while it is off: %v", i, l, off)
		}
	}
	if n := s.looks.Load(); n != 2 {
		t.Errorf("%d looks were counted, want 2", n)
	}
}

// TestWaitsAreOfACall: the waiting time of a run of calls is reported for one call.
func TestWaitsAreOfACall(t *testing.T) {
	rows := waitRows("x", gpu.Stats{Searches: 10, Waits: 40, Waited: time.Second}, gpu.Stats{Searches: 14, Waits: 52, Waited: time.Second + 8*time.Millisecond})
	if len(rows) != 2 || rows[0].Name != "x_waited_ms" || rows[0].Value != 2 || rows[1].Name != "x_waits" || rows[1].Value != 3 {
		t.Errorf("the rows are %+v", rows)
	}
	if rows := waitRows("x", gpu.Stats{}, gpu.Stats{}); rows != nil {
		t.Errorf("without a call there are rows: %+v", rows)
	}
}

// TestFilteredQuestionsAskForHalfAYear and leave the others as they are.
func TestFilteredQuestionsAskForHalfAYear(t *testing.T) {
	all := []search.Question{{TopK: 3}, {TopK: 4}}
	for i, q := range filtered(slices.Clone(all)) {
		if q.Filter.After.Format("2006-01-02") != "2025-12-01" || q.TopK != all[i].TopK {
			t.Errorf("question %d is %+v", i, q)
		}
	}
	if !all[0].Filter.After.IsZero() {
		t.Error("a question that was not to be filtered is")
	}
}
