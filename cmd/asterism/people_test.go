package main

import (
	"strings"
	"testing"

	"asterism/cmd/asterism/words"
	"asterism/mcp/tools"
)

// TestEveryToolHasItsWordForPeople: each tool maps to the command that does the same, or to none, and these commands and flags exist.
func TestEveryToolHasItsWordForPeople(t *testing.T) {
	offered, err := tools.Of("all")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range offered {
		if _, ok := words.CommandOf[tool.Name]; !ok && strings.Contains(tool.Name, "_") {
			t.Errorf("no command stands for the tool %s, and it is not said that none does", tool.Name)
		}
	}
	flags := map[string]bool{}
	for tool, command := range words.CommandOf {
		if command == "" {
			continue
		}
		cmd, left, err := root().Find(strings.Fields(command))
		if err != nil || len(left) > 0 {
			t.Errorf("%s: there is no command %q: %v", tool, command, err)
			continue
		}
		for _, f := range words.FlagOf {
			flags[f] = flags[f] || cmd.Flags().Lookup(f) != nil
		}
	}
	for argument, f := range words.FlagOf {
		if !flags[f] {
			t.Errorf("%s: no command has a flag --%s", argument, f)
		}
	}
}

// TestMistakesNameCommandsAndFlags: an error text names neither a tool nor an argument of one.
func TestMistakesNameCommandsAndFlags(t *testing.T) {
	data := t.TempDir()
	id := asJSON(t, ok(t, data, "--json", "remember", "The kettle is in the lab", "--why", "tea"))["id"].(string)
	const nobody = "01890a5d-ac96-774b-bcce-b302099a8057"
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"search", "--top", "1000", "x"}, "--top 1000"},
		{[]string{"search", "--min-similarity", "2", "x"}, "--min-similarity 2"},
		{[]string{"search", "--min-relevance", "2", "x"}, "--min-relevance 2"},
		{[]string{"path", nobody, nobody, "--max-hops", "99"}, "--max-hops 99"},
		{[]string{"path", nobody, nobody, "--type", "odd"}, "--type"},
		{[]string{"get", nobody}, "`asterism list`"},
		{[]string{"forget", nobody}, "`asterism list`"},
		{[]string{"update", nobody, "--why", "x"}, "`asterism list`"},
		{[]string{"update", id}, "--why"},
		{[]string{"status", "--history", "1000"}, "--history is 1000"},
		{[]string{"drift", "history"}, "`asterism drift`"},
		{[]string{"drift", "history", "--timeframe", "3h"}, "--timeframe"},
		{[]string{"drift", "--goal", nobody}, "goal"},
		{[]string{"drift", "correct", "--undo", nobody}, "drift correct"},
		{[]string{"dream", "--undo", nobody}, "`asterism dream`"},
		{[]string{"goal", "remove", nobody, "--yes"}, "goal"},
		{[]string{"goal", "add", "x", "--parent", nobody}, "goal"},
		{[]string{"meta", "outcome", id, "1", "--query", nobody}, "an answer with the id"},
		{[]string{"remember", "x", "--why", "y", "--valid-from", "2026-02-01", "--valid-until", "2026-01-01"}, "--valid-from"},
	} {
		out, errs, code := run(t, data, c.args...)
		if code != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("%v: exit code %d, want words that say %s:\n%s%s", c.args, code, c.says, out, errs)
		}
		for tool := range words.CommandOf {
			if strings.Contains(errs, tool) {
				t.Errorf("%v names the tool %s:\n%s", c.args, tool, errs)
			}
		}
		for argument := range words.FlagOf {
			if strings.Contains(errs, argument) {
				t.Errorf("%v names the argument %s:\n%s", c.args, argument, errs)
			}
		}
	}
}
