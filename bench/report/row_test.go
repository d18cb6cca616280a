package report

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestPercentileIsByNearestRank(t *testing.T) {
	v := []float64{40, 10, 30, 20}
	for p, want := range map[float64]float64{0: 10, 1: 10, 25: 10, 26: 20, 50: 20, 75: 30, 99: 40, 100: 40} {
		if got := Percentile(v, p); got != want {
			t.Errorf("percentile %v of %v is %v, want %v", p, v, got, want)
		}
	}
	if v[0] != 40 {
		t.Error("percentile sorted its argument")
	}
}

func TestRowTellsMedianSpreadAndGoal(t *testing.T) {
	r := Higher("x", "1/s", 100, 120, 80, 100)
	if r.Value != 100 || r.Runs != 3 || r.Spread != 0.4 || r.Met() != "goal 100: met" {
		t.Errorf("%+v, %q", r, r.Met())
	}
	if got := Lower("x", "ms", 100, 100.5).Met(); got != "goal 100: MISSED" {
		t.Errorf("100.5 ms with a goal of 100: %q", got)
	}
	if got := Lower("x", "ms", NoGoal, 0, 0); got.Met() != "" || got.Spread != 0 {
		t.Errorf("without goal: %+v", got)
	}
}

func TestResultIsWrittenAsTheSpecificationSays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	res := Result{Head: Head{Name: "bench", Commit: "abc"}, Rows: []Row{Higher("a", "x", 7, 8), Lower("b", "ms", NoGoal, 1)}}
	if err := Write(dir, res); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, Result{Head: Head{Name: "other"}}); err == nil || !strings.Contains(err.Error(), "commit") {
		t.Errorf("a result without a commit: error %v", err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "bench.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Name, Commit string
		Machine      map[string]any
		Rows         []map[string]any
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"cpu", "cores", "memory", "gpu", "driver", "os"} {
		if _, ok := got.Machine[key]; !ok {
			t.Errorf("machine has no %q", key)
		}
	}
	for _, key := range []string{"name", "value", "unit", "goal", "better", "runs", "spread"} {
		if _, ok := got.Rows[1][key]; !ok {
			t.Errorf("row has no %q", key)
		}
	}
	if got.Rows[0]["goal"] != 7.0 || got.Rows[1]["goal"] != nil || got.Rows[1]["better"] != "lower" {
		t.Errorf("rows are %v", got.Rows)
	}
}

func TestMemoryOfThisProcess(t *testing.T) {
	peak, now := MemoryMiB(os.Getpid(), "VmHWM"), MemoryMiB(os.Getpid(), "RssAnon")
	if told := runtime.GOOS == "linux"; told != (peak >= 1 && now > 0 && now <= peak) {
		t.Errorf("peak %v MiB, of it %v of no file", peak, now)
	}
	if v := MemoryMiB(os.Getpid(), "NoSuchKey"); v != 0 {
		t.Errorf("an unknown key is %v", v)
	}
}
