package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"asterism/cmd/asterism/words"
	"asterism/mcp/tools"
)

// TestTiersOfCommands: the page for operators names each command exactly in the row of the tier whose tools it needs. Commands with tools of the smallest tier need no row.
func TestTiersOfCommands(t *testing.T) {
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(page)) {
		for _, tier := range tools.Tiers() {
			if strings.HasPrefix(line, "| `--tools "+tier+"`") {
				rows[tier] = line
			}
		}
	}
	needs := map[string]string{"sync": "standard", "export": "standard", "import": "standard", "meta settings": "standard"} // these use tools of other commands
	for _, tier := range tools.Tiers() {
		list, err := tools.Of(tier)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list {
			command := words.CommandOf[tool.Name]
			if command == "" || command == "mcp check" || needs[command] != "" { // it only calls the server that it checks
				continue
			}
			needs[command] = tier
		}
	}
	for command, need := range needs {
		for _, tier := range slices.DeleteFunc(tools.Tiers(), func(tier string) bool { return tier == tools.Tiers()[0] }) {
			if named := strings.Contains(rows[tier], "`"+command+"`,") || strings.Contains(rows[tier], "`"+command+"` ") || strings.Contains(rows[tier], "`"+command+"`;"); named != (tier == need) && command != "forget" { // only its --where-… flags are named there
				t.Errorf("%s needs --tools %s; the row of %s names it: %v", command, need, tier, named)
			}
		}
	}
}
