package faults

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAllTargetsAreFound: of every part of the tree, and none of other people's.
func TestAllTargetsAreFound(t *testing.T) {
	all, err := fuzzTargets(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []target{{"engine/token", "FuzzParse"}, {"mcp/tools", "FuzzArguments"}, {"kernels", "FuzzTopK"}, {"bench/quality", "FuzzLoaders"}} {
		if !slices.Contains(all, want) {
			t.Errorf("%s is not found", want)
		}
	}
	for i, x := range all {
		if strings.Contains(x.dir, "third_party") || i > 0 && all[i-1] == x {
			t.Errorf("%s is found", x)
		}
	}
}

// TestExecutionsAreWhatTheFuzzerSays last.
// TestTurns: each target has one turn, with those of its package.
func TestTurns(t *testing.T) {
	all, err := fuzzTargets("../..")
	if err != nil {
		t.Fatal(err)
	}
	turnOf, targets := map[string]int{}, 0
	for turn := range fuzzTurns {
		mine := inTurn(all, fuzzTurns+turn)
		targets += len(mine)
		if len(mine) == 0 || len(mine) > len(all)/2 {
			t.Errorf("turn %d has %d of %d targets", turn, len(mine), len(all))
		}
		for _, one := range mine {
			if before, ok := turnOf[one.dir]; ok && before != turn {
				t.Errorf("%s is in turns %d and %d", one.dir, before, turn)
			}
			turnOf[one.dir] = turn
		}
	}
	if targets != len(all) || len(inTurn(all, -1)) != len(all) {
		t.Errorf("all turns together have %d targets of %d", targets, len(all))
	}
}

func TestExecutionsAreWhatTheFuzzerSays(t *testing.T) {
	said := "fuzz: elapsed: 0s, gathering baseline coverage: 0/192 completed\nfuzz: elapsed: 3s, execs: 325017 (108336/sec), new interesting: 11 (total: 202)\n" +
		"fuzz: elapsed: 4s, execs: 400123 (1/sec), new interesting: 11 (total: 202)\nPASS\n"
	if n, words := count(strings.NewReader(said), nil); n != 400123 || words != strings.TrimSpace(said) {
		t.Errorf("%d, %q", n, words)
	}
}

// TestLongLinesOfTheFuzzer: what comes after a long line counts, and after one that is too long it is read to its end, or the fuzzer would wait for ever.
func TestLongLinesOfTheFuzzer(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	if n, _ := count(strings.NewReader(long+"\nfuzz: elapsed: 3s, execs: 7 (2/sec)\n"), nil); n != 7 {
		t.Errorf("%d executions after a long line, want 7", n)
	}
	out := strings.NewReader(strings.Repeat(long, longestLine>>20+1))
	if count(out, nil); out.Len() != 0 {
		t.Errorf("%d bytes of a line that is too long were left", out.Len())
	}
}

// TestBounds plays the fuzzer: a time ends with an interrupt that does not come before the fuzzer listens, executions with the fuzzer's own bound, and what fails says why.
func TestBounds(t *testing.T) {
	const listens = `trap 'echo "fuzz: elapsed: 1s, execs: 42 (1/sec)"; echo "$*"; exit $CODE' INT
echo "fuzz: elapsed: 0s, gathering baseline coverage: 0/1 completed"
while :; do sleep .01; done`
	for name, x := range map[string]struct {
		bounds bounds
		script string
		execs  int64
		fails  string
	}{
		"a time":             {bounds{time: 50 * time.Millisecond}, "CODE=0; sleep .3; " + listens, 42, ""},
		"a time, and fails":  {bounds{time: 50 * time.Millisecond}, "CODE=1; " + listens, 42, "exit status 1"},
		"ends before":        {bounds{time: time.Hour}, `echo "fuzz: elapsed: 0s, execs: 7 (1/sec)"; echo "--- FAIL: FuzzX"; exit 1`, 7, "--- FAIL: FuzzX"},
		"executions":         {bounds{time: time.Nanosecond, execs: 500}, `echo "fuzz: elapsed: 0s, execs: 500 (1/sec)"; sleep .1; case "$*" in *-test.fuzztime=500x*) ;; *) exit 1; esac`, 500, ""},
		"no deadline of its": {bounds{time: 50 * time.Millisecond}, `case "$*" in *fuzztime*) exit 1; esac; CODE=0; ` + listens, 42, ""},
	} {
		program := filepath.Join(t.TempDir(), "fuzzer")
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+x.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		execs, err := x.bounds.run(t.Context(), target{t.TempDir(), "FuzzX"}, program, t.TempDir())
		if execs != x.execs || (err == nil) != (x.fails == "") || err != nil && !strings.Contains(err.Error(), x.fails) {
			t.Errorf("%s: %d executions, %v; want %d and %q", name, execs, err, x.execs, x.fails)
		}
	}
}
