package cluster

import (
	"testing"

	"asterism/bench/cluster/trial"
	"asterism/bench/report"
)

// TestAPartKeepsTheOthersRows: what is not measured now stays with the commit that it was measured at, and a row that is new says its own; all parts make a new file, and each kind of machine has its own.
func TestAPartKeepsTheOthersRows(t *testing.T) {
	dir := t.TempDir()
	old := &result{Result: report.NewResult(resultName), Timing: "short", Rounds: []trial.Round{{Number: 7}}, Failovers: []float64{4}}
	old.Commit, old.measured = "before", "before"
	old.put(report.Lower("a", "s", report.NoGoal, 1), report.Lower("b", "s", report.NoGoal, 2))
	if err := report.Write(dir, old); err != nil {
		t.Fatal(err)
	}
	begin := func(only ...string) (*result, error) {
		o := &options{out: dir, only: only, long: true}
		return o.begin()
	}
	r, err := begin("spread", failoverPart)
	if err != nil || r.Commit != "before" || r.Timing != "short" || len(r.Rounds) != 1 || len(r.Failovers) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	r.put(report.Lower("b", "s", report.NoGoal, 3))
	if len(r.Rows) != 2 || r.Rows[0].Name != "a" || r.Rows[0].Commit != "" || r.Rows[1].Value != 3 || r.Rows[1].Commit != report.Commit() {
		t.Errorf("rows %+v", r.Rows)
	}
	if r, err = begin(roundsPart); err != nil || len(r.Rounds) != 0 || r.Timing != "long" || len(r.Failovers) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	var all []string
	for _, p := range parts {
		all = append(all, p.name)
	}
	if r, err = begin(all...); err != nil || r.Commit != report.Commit() || len(r.Rows) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	old.Machine.Cores += 7
	if err := report.Write(dir, old); err != nil {
		t.Fatal(err)
	}
	if r, err = begin("spread"); err != nil || len(r.Rows) != 0 {
		t.Errorf("rows of two machines are in one file: %+v, %v", r, err)
	}
}
