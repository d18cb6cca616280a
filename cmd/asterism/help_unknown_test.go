package main

import (
	"slices"
	"strings"
	"testing"
)

// TestUnknownCommands: for an unknown command, also as an argument of help, the error names similar ones and where all are listed, in words only and with exit code 1.
func TestUnknownCommands(t *testing.T) {
	data := t.TempDir()
	for _, c := range []struct {
		args, says string
	}{
		{"serch x", "did you mean search?"},
		{"recall x", "did you mean search?"},
		{"help serch", "did you mean search?"},
		{"help goal sett", "did you mean set?"},
		{"help quite-odd", "`asterism --help` lists the commands"},
	} {
		out, errs, code := run(t, data, strings.Fields(c.args)...)
		if code != 1 || out != "" || !strings.Contains(errs, "unknown command") || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit code %d, want words that say %q:\n%s%s", c.args, code, c.says, out, errs)
		}
	}
	for _, about := range [][]string{nil, {"search"}, {"goal", "set"}, {"help"}} {
		help, asked := ok(t, data, append([]string{"help"}, about...)...), ok(t, data, append(slices.Clone(about), "--help")...)
		if help != asked {
			t.Errorf("help %v says\n%s\nand --help\n%s", about, help, asked)
		}
	}
	if out := ok(t, data, "__complete", "help", "goal", "se"); !strings.HasPrefix(out, "set\t") {
		t.Errorf("help completes %s", out)
	}
	if out := ok(t, data, "help"); !strings.Contains(out, firstSteps) {
		t.Errorf("the first steps are missing:\n%s", out)
	}
}
