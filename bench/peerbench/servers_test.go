package peerbench

import (
	"path/filepath"
	"strings"
	"testing"

	"asterism/bench/report"
)

// valuesOf are rows by name; no name may be there twice.
func valuesOf(t *testing.T, rows []report.Row) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	for _, r := range rows {
		if _, ok := out[r.Name]; ok {
			t.Errorf("row %s is there twice", r.Name)
		}
		out[r.Name] = r.Value
	}
	return out
}

// wants fails unless the rows hold these values.
func wants(t *testing.T, got map[string]float64, want map[string]float64) {
	t.Helper()
	for name, v := range want {
		if g, ok := got[name]; !ok || g != v {
			t.Errorf("%s is %v (there: %v), want %v", name, g, ok, v)
		}
	}
}

// TestSearchCountsWhatIsFound: both stand-ins find what holds the question's characters, so that what is cut out of a memory is found and all else is not.
func TestSearchCountsWhatIsFound(t *testing.T) {
	b := standIn(t, "1")
	rows, err := b.search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := valuesOf(t, rows)
	wants(t, got, map[string]float64{
		"search.phrase.ours_recall10": 1, "search.phrase.server_memory_recall10": 1, "search.phrase.server_memory_recall_anywhere": 1, "search.phrase.server_memory_returned": 1,
		"search.word.ours_recall10": 1, "search.word.server_memory_returned": 1,
		"search.words.ours_recall10": 0, "search.words.server_memory_recall_anywhere": 0, "search.words.server_memory_returned": 0,
		"search.next.ours_recall10": 0, "search.next.server_memory_recall10": 0,
	})
	if !(got["search_vs_server_memory"] > 0) || !(got["search.ours_p50_ms"] > 0) {
		t.Errorf("ratio %v, ours takes %v ms", got["search_vs_server_memory"], got["search.ours_p50_ms"])
	}
}

// TestWritingReachesBothSides: every way gives its rows, and each side holds what was written.
func TestWritingReachesBothSides(t *testing.T) {
	b := standIn(t, "1")
	b.memories, b.writes, b.questions = 100, 9, 5
	rows, err := b.writing(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := valuesOf(t, rows)
	for _, w := range ways {
		for _, name := range []string{w.name, w.name + ".ours_per_s", w.name + ".server_memory_per_s"} {
			if !(got[name] > 0) {
				t.Errorf("%s is %v", name, got[name])
			}
		}
	}
	written := (b.rounds + 1) * b.writes
	seen := (b.rounds + 1) * 1 // the entity that observations go to; the stand-in keeps none of them
	for path, want := range map[string]int{"store": 100 + 4*written, "memory.jsonl": 100 + 2*written + written + seen, "empty": written, "empty.jsonl": written} {
		if n := len(openLineStore(filepath.Join(b.dir, path)).lines()); n != want {
			t.Errorf("%s holds %d memories, want %d", path, n, want)
		}
	}
}

// TestSafetyCountsWhatIsLost: a server that keeps what it acknowledges loses nothing, one that forgets every second memory half.
func TestSafetyCountsWhatIsLost(t *testing.T) {
	for how, kept := range map[string]float64{"1": 1, "lossy": .5} {
		t.Run(how, func(t *testing.T) {
			b := standIn(t, how)
			b.memories = 100
			rows, err := b.safety(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]float64{}
			for _, name := range []string{"1_process.ours", "1_process.server_memory", "2_processes.ours", "2_processes.server_memory", "2_clients_of_http.ours"} {
				want["safety."+name+"_acknowledged"], want["safety."+name+"_kept_of_acknowledged"] = 1, kept
			}
			wants(t, valuesOf(t, rows), want)
		})
	}
}

// TestAServerThatEndsIsToldOf: with what it said.
func TestAServerThatEndsIsToldOf(t *testing.T) {
	t.Setenv(asStandIn, "")
	_, err := startSession(t.Context(), "sh", nil, "-c", "echo no room on the disk >&2; exit 3")
	if err == nil || !strings.Contains(err.Error(), "no room on the disk") {
		t.Errorf("error %v does not tell what the server said", err)
	}
}
