package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelp compares what every command says of itself with a golden file, so that a change of flags is seen in review.
func TestHelp(t *testing.T) {
	t.Setenv("ASTERISM_HOME", "/home/ada/.asterism")
	seen := map[string]bool{}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Name() == "help" || c.Name() == "completion" {
			return
		}
		path := strings.Fields(c.CommandPath())[1:]
		name := filepath.Join("help", strings.Join(append([]string{"asterism"}, path...), "-")+".txt")
		seen[filepath.Base(name)] = true
		var out bytes.Buffer
		again := root()
		again.SetOut(&out)
		again.SetArgs(append(path, "--help"))
		if err := again.Execute(); err != nil {
			t.Errorf("%s: %v", c.CommandPath(), err)
		}
		golden(t, name, out.Bytes())
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root())
	files, err := os.ReadDir(filepath.Join("testdata", "help"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !seen[f.Name()] {
			t.Errorf("testdata/help/%s is of no command", f.Name())
		}
	}
}
