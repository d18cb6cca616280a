package rules

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs are the folders of programs below bench: one with a command for each benchmark, the one that is carried to machines with a GPU, and the one that other
// programs run under.
var programs = []string{"bench", "bench/gpu", "bench/machines/mask"}

// TestBenchmarksAreOneProgram: every benchmark is a command of ./bench, and main.go there lists it.
func TestBenchmarksAreOneProgram(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(root, "bench", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	var mains []string
	commands := 0
	eachSource(t, func(path string) {
		dir := folderOf(path)
		if place(dir) != "bench" {
			return
		}
		name := parsed(t, path).Name.Name
		if name == "main" && !slices.Contains(mains, dir) {
			mains = append(mains, dir)
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(source), "\nvar Command = report.Command{") {
			return
		}
		commands++
		if !strings.Contains(string(table), "\t"+name+".Command,\n") {
			t.Errorf("%s has a command that bench/main.go does not list", path)
		}
	})
	slices.Sort(mains)
	if !slices.Equal(mains, programs) {
		t.Errorf("below bench the programs are %q, want %q: a benchmark is a command of ./bench", mains, programs)
	}
	if commands < 9 {
		t.Errorf("only %d commands were found: the test looks at the wrong files", commands)
	}
}
