package cluster

import (
	"testing"

	"asterism/bench/cluster/trial"
	"asterism/bench/report"
)

// TestRowsCountWhatRoundsShowed: every mistake of every round is in a row.
func TestRowsCountWhatRoundsShowed(t *testing.T) {
	rows := map[string]float64{}
	for _, r := range roundRows([]trial.Round{{Answered: 10, LongestMs: 500}, {Answered: 5, LongestMs: 7000, Lost: 1, Twice: 2, Never: 3, NotLinear: 4, Undecided: 5, Different: "shard 0 differs"}}) {
		rows[r.Name] = r.Value
	}
	for name, want := range map[string]float64{"cluster.rounds": 2, "cluster.answered": 15, "cluster.lost": 1, "cluster.twice": 2, "cluster.never_written": 3, "cluster.not_linearizable": 4,
		"cluster.undecided": 5, "cluster.replicas_differ": 1, "cluster.longest_without_write_s": .5} {
		if got, ok := rows[name]; !ok || got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// TestARowIsPutOnce: a later one takes the place of an earlier one of its name.
func TestARowIsPutOnce(t *testing.T) {
	r := &result{}
	r.put(report.Lower("a", "s", report.NoGoal, 1), report.Lower("b", "s", report.NoGoal, 2))
	r.put(report.Lower("a", "s", report.NoGoal, 3))
	if len(r.Rows) != 2 || r.Rows[0].Name != "b" || r.Rows[1].Value != 3 {
		t.Errorf("rows %+v", r.Rows)
	}
}

// TestOptionsThatMakeNoSense are refused before a cluster is started.
func TestOptionsThatMakeNoSense(t *testing.T) {
	for _, args := range [][]string{{"-only", "nothing"}, {"-rounds", "0"}, {"-failovers", "0"}, {"-writes", "0"}} {
		if _, err := readOptions(report.NewArgs("bench cluster", "", args...)); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
	o, err := readOptions(report.NewArgs("bench cluster", "", "-long", "-only", "rounds,write"))
	if err != nil || o.trial.Timing != trial.LongTiming || len(o.only) != 2 {
		t.Errorf("%+v %v", o, err)
	}
}
