package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// What a command does if there is no store.
const (
	makesIt = "makes one"
	refuses = "says that there is none, and makes none"
	opensNo = "has no use for one here, or asks a server for it, or opens one in a folder of its own"
)

// atNoStore is the expectation for each command; add new ones here. args are valid arguments, for commands that refuse or can be tried.
var atNoStore = map[string]struct {
	does string
	args []string
}{
	"remember": {does: makesIt}, "ingest": {does: makesIt}, "import": {does: makesIt}, "sync": {does: makesIt}, "serve": {does: makesIt}, "goal set": {does: makesIt},
	"meta import": {does: makesIt}, "backup restore": {does: makesIt},

	"search": {refuses, []string{"a lamp"}}, "list": {does: refuses}, "get": {refuses, []string{"7f881dc3"}}, "update": {refuses, []string{"7f881dc3", "--importance", "1"}},
	"forget": {refuses, []string{"7f881dc3", "--hard", "--yes"}}, "restore": {refuses, []string{"--where-tag", "x", "--yes"}}, "path": {refuses, []string{"7f881dc3", "8f881dc3"}},
	"links": {refuses, []string{"7f881dc3"}}, "links accept": {refuses, []string{"7f881dc3", "8f881dc3"}}, "links refuse": {refuses, []string{"7f881dc3", "8f881dc3"}},
	"links make": {refuses, []string{"7f881dc3", "8f881dc3"}}, "links remove": {refuses, []string{"7f881dc3", "8f881dc3"}},
	"namespaces": {does: refuses}, "namespaces rename": {refuses, []string{"a", "b"}}, "namespaces merge": {refuses, []string{"a", "b"}}, "tags": {does: refuses},
	"workspace": {refuses, []string{"--history"}}, "dream": {does: refuses}, "export": {refuses, []string{"-"}}, "backup create": {refuses, []string{"ARCHIVE"}}, "purge": {does: refuses},
	"goal add": {refuses, []string{"Oil the machines"}}, "goal list": {does: refuses}, "goal remove": {refuses, []string{"7f881dc3", "--yes"}}, "goal discover": {does: refuses},
	"drift": {does: refuses}, "drift history": {does: refuses}, "drift correct": {does: refuses},
	"meta status": {does: refuses}, "meta log": {does: refuses}, "meta outcome": {refuses, []string{"7f881dc3", "1"}}, "meta recalibrate": {does: refuses}, "meta enable": {does: refuses},
	"meta disable": {does: refuses}, "meta reset": {does: refuses}, "meta acknowledge": {does: refuses}, "meta clear": {refuses, []string{"--yes"}}, "meta export": {refuses, []string{"FILE"}},
	"status": {does: refuses}, "check": {does: refuses}, "reembed": {does: refuses},

	"meta settings": {opensNo, []string{"--json"}}, "doctor": {opensNo, []string{"--json"}}, "dashboard": {opensNo, []string{"--json"}}, "health": {opensNo, []string{"--json"}},
	"cluster status": {opensNo, []string{"--json"}}, "cluster leave": {does: opensNo}, "cluster move": {does: opensNo}, "cluster recover": {does: opensNo}, "cluster backup": {does: opensNo},
	"cluster checkpoint": {does: opensNo}, "cluster invite": {does: opensNo}, "cluster renew": {does: opensNo}, "cluster init": {does: opensNo}, "cluster join": {does: opensNo}, "cluster restore": {does: opensNo},
	"backup list": {opensNo, []string{"ARCHIVE"}}, "backup verify": {opensNo, []string{"ARCHIVE"}}, "backup remove": {does: opensNo},
	"hook session-start": {does: opensNo}, "hook user-prompt": {does: opensNo}, "hook post-tool": {does: opensNo}, "hook pre-compact": {does: opensNo}, "hook session-end": {does: opensNo},
	"setup": {does: opensNo}, "bundle": {does: opensNo}, "man": {does: opensNo}, "version": {opensNo, []string{"--json"}},
	"mcp accept": {does: opensNo}, "mcp check": {does: opensNo}, "mcp guard": {does: opensNo}, "mcp pin": {does: opensNo}, "mcp reset": {does: opensNo},
	"models list": {opensNo, []string{"--json"}}, "models pull": {does: opensNo}, "models remove": {does: opensNo}, "models verify": {does: opensNo},
}

// runnable returns the commands that do something themselves, including hidden ones.
func runnable(c *cobra.Command) (out []string) {
	for _, sub := range c.Commands() {
		group := sub.HasSubCommands() && !sub.Flags().HasAvailableFlags() && sub.Name() != "namespaces"
		if sub.Runnable() && !group && sub.Name() != "help" && sub.Name() != "completion" {
			out = append(out, name(sub))
		}
		out = append(out, runnable(sub)...)
	}
	return out
}

// TestEachCommandIsDecided: every command has an entry, and those that must not create a store do not.
func TestEachCommandIsDecided(t *testing.T) {
	t.Parallel()
	all := runnable(root())
	for _, c := range all {
		if _, decided := atNoStore[c]; !decided {
			t.Errorf("%q: decide in atNoStore what it does where there is no store, and name it in makers if it may make one", c)
		}
	}
	for c, d := range atNoStore {
		if !slices.Contains(all, c) || (d.does == makesIt) != makers[c] {
			t.Errorf("%q %s, it is among the makers: %v, among the commands: %v", c, d.does, makers[c], slices.Contains(all, c))
		}
	}
	for c := range makers {
		if atNoStore[c].does != makesIt {
			t.Errorf("%q is among the makers, and atNoStore does not say so", c)
		}
	}
	absent, empty, work := filepath.Join(t.TempDir(), "mistyped"), t.TempDir(), t.TempDir()
	for _, c := range slices.Sorted(maps.Keys(atNoStore)) {
		d := atNoStore[c]
		if d.does == makesIt || d.does == opensNo && d.args == nil {
			continue
		}
		args := strings.Fields(c)
		for _, a := range d.args {
			if a == "FILE" || a == "ARCHIVE" {
				a = filepath.Join(work, a)
			}
			args = append(args, a)
		}
		for _, data := range []string{absent, empty} {
			out, errs, code := run(t, data, args...)
			if d.does == refuses && (code != 1 || !strings.Contains(errs, data+" holds no store") || !strings.Contains(errs, "--data")) {
				t.Errorf("%q: exit code %d: %s%s", args, code, out, errs)
			}
			left, err := os.ReadDir(data)
			if len(left) > 0 || data == absent && !os.IsNotExist(err) {
				t.Fatalf("%q left %v in a folder without a store, error %v", args, left, err)
			}
		}
	}
	if left, err := os.ReadDir(work); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, error %v", left, err)
	}
}

// TestMistakesAreToldBeforeAMissingStore: wrong arguments are reported first, since they are wrong with any store.
func TestMistakesAreToldBeforeAMissingStore(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "mistyped")
	for says, args := range map[string][]string{
		"unknown flag: --limt":        {"list", "--limt", "3"},
		"--limit 0 is outside":        {"list", "--limit", "0"},
		"modality":                    {"list", "--modality", "smell"},
		"accepts 2 argument(s)":       {"path", "7f881dc3"},
		"\"zz\" is no id of a memory": {"path", "7f881dc3", "zz"},
		"sideways":                    {"path", "7f881dc3", "8f881dc3", "--type", "sideways"},
		"limit":                       {"links", "--limit", "1000"},
		"history":                     {"workspace", "--history=-3"},
		"timeframe":                   {"drift", "--timeframe", "3y"},
		"strategy":                    {"drift", "--strategy", "guess"},
		"smell":                       {"meta", "log", "--type", "smell"},
		"no memory is named":          {"forget"},
		"\"qq\" is no id of a memory": {"forget", "qq"},
		"0 is outside":                {"search", "a lamp", "--top", "0"},
		"--log-level":                 {"list", "--log-level", "loud"},
		"phase":                       {"dream", "--phase", "deep"},
		"the folder of the file":      {"export", filepath.Join(data, "no", "file")},
		"is no number from 0 to 1":    {"meta", "outcome", "7f881dc3", "much"},
		"useful":                      {"meta", "outcome", "7f881dc3", "7"},
		"goal_id":                     {"goal", "remove", "none", "--yes"},
	} {
		out, errs, code := run(t, data, args...)
		if code != 1 || !strings.Contains(errs, says) || strings.Contains(errs, "holds no store") {
			t.Errorf("%q: exit code %d, want 1 and %q: %s%s", args, code, says, out, errs)
		}
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("the folder was made: %v", err)
	}
}
