package main

import (
	"strings"
	"testing"
)

// TestMisspeltCommandsFail for every command with subcommands.
func TestMisspeltCommandsFail(t *testing.T) {
	groups := 0
	for _, c := range root().Commands() {
		if !c.HasSubCommands() {
			continue
		}
		groups++
		if out, errs, code := run(t, t.TempDir(), c.Name(), "stauts"); code == 0 || !strings.Contains(errs, `unknown command "stauts"`) {
			t.Errorf("%s: exit code %d: %s%s", c.Name(), code, out, errs)
		}
	}
	if groups < 5 {
		t.Errorf("%d commands have others below them", groups)
	}
}
