package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// plainWord is an allowed name of a flag's value; a boolean flag names none.
var plainWord = regexp.MustCompile(`^[A-Za-z]*$`)

// TestHelp compares every command's help with a golden file, so that a review shows changes of flags. A golden file does not show if the library took words in backquotes for the
// name of a flag's value, so each name is checked.
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
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if value, _ := pflag.UnquoteUsage(f); !plainWord.MatchString(value) {
				t.Errorf("%s --%s: its value is called %q", c.CommandPath(), f.Name, value)
			}
		})
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

// TestNoHelpPromisesABackground: nothing of a command continues after its end. Background work runs while a command or a server has the store open, and the help must say that.
func TestNoHelpPromisesABackground(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if strings.Contains(c.Short+c.Long, "in the background") {
			t.Errorf("%s: what does it leave to the background, when it ends? %s", c.CommandPath(), c.Long)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root())
}
