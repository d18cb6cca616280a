package main

import (
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
	for _, want := range []target{{"engine/token", "FuzzParse"}, {"mcp", "FuzzArguments"}, {"kernels", "FuzzTopK"}, {"bench/quality", "FuzzLoaders"}} {
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
func TestExecutionsAreWhatTheFuzzerSays(t *testing.T) {
	said := "fuzz: elapsed: 0s, gathering baseline coverage: 0/192 completed\nfuzz: elapsed: 3s, execs: 325017 (108336/sec), new interesting: 11 (total: 202)\n" +
		"fuzz: elapsed: 4s, execs: 400123 (1/sec), new interesting: 11 (total: 202)\nPASS\n"
	if n, words := count(strings.NewReader(said)); n != 400123 || words != strings.TrimSpace(said) {
		t.Errorf("%d, %q", n, words)
	}
}

// TestLongLinesOfTheFuzzer: what comes after a long line counts, and after one that is too long it is read to its end, or the fuzzer would wait for ever.
func TestLongLinesOfTheFuzzer(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	if n, _ := count(strings.NewReader(long + "\nfuzz: elapsed: 3s, execs: 7 (2/sec)\n")); n != 7 {
		t.Errorf("%d executions after a long line, want 7", n)
	}
	out := strings.NewReader(strings.Repeat(long, longestLine>>20+1))
	if count(out); out.Len() != 0 {
		t.Errorf("%d bytes of a line that is too long were left", out.Len())
	}
}

func TestBounds(t *testing.T) {
	for want, b := range map[string]bounds{"10s": {time: 10 * time.Second}, "500x": {time: time.Second, execs: 500}} {
		if got := b.flag(); got != want {
			t.Errorf("%+v is %s, want %s", b, got, want)
		}
	}
}
