package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine"

	"github.com/spf13/cobra"
)

// updateLife stores and changes a memory with do, which runs a command and returns its output.
func updateLife(t *testing.T, do func(args ...string) string) {
	t.Helper()
	id := asJSON(t, do("--json", "remember", "The kettle is in the lab", "--why", "tea", "--tag", "kitchen"))["id"].(string)
	u := asJSON(t, do("--json", "update", id, "--content", "The kettle is in room 4", "--tag", "a", "--tag", "b", "--importance", "0.9", "--time", "2026-01-15", "--source", "Ada"))
	if u["version"].(float64) != 2 || len(u["embedded"].([]any)) != 10 || len(u["changed"].([]any)) != 5 {
		t.Errorf("update: %v", u)
	}
	got := asJSON(t, do("--json", "get", id))
	if got["content"] != "The kettle is in room 4" || got["importance"].(float64) != 0.9 || got["source"] != "Ada" || len(got["tags"].([]any)) != 2 || got["rationale"] != "tea" || got["version"].(float64) != 2 || !strings.HasPrefix(got["timestamp"].(string), "2026-01-15") {
		t.Errorf("get: %v", got)
	}
	if u := asJSON(t, do("--json", "update", id, "--why", "for tea at four", "--if-version", "2")); u["version"].(float64) != 3 || len(u["embedded"].([]any)) != 2 {
		t.Errorf("update of the reason: %v", u)
	}
	if out := do("update", id, "--tag", "", "--source", ""); !strings.Contains(out, "source, tags") || !strings.Contains(out, "version 4") || strings.Contains(out, "embedded") {
		t.Errorf("taking away: %s", out)
	}
	if out := do("update", id, "--content", "The kettle is in room 4"); !strings.Contains(out, "nothing was changed") {
		t.Errorf("the same again: %s", out)
	}
	if got := asJSON(t, do("--json", "get", id)); len(got["tags"].([]any)) != 0 {
		t.Errorf("tags are left: %v", got)
	}
	if out := do("search", "--top", "1", "where is the kettle?"); !strings.Contains(out, "room 4") {
		t.Errorf("search: %s", out)
	}
}

func TestUpdate(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	updateLife(t, func(args ...string) string { return ok(t, data, args...) })
}

func TestUpdateThroughTheServer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, _ := serving(t, data, "--tools", "all")
	updateLife(t, func(args ...string) string { return through(t, address, data, args...) })
}

func TestUpdateReadsStandardInput(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "old", "--why", "w"))["id"].(string)
	cmd := program(t.Context(), data, "update", id, "--content", "-")
	cmd.Stdin = strings.NewReader("from a pipe\nwith two lines\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := asJSON(t, ok(t, data, "--json", "get", id)); got["content"] != "from a pipe\nwith two lines\n" {
		t.Errorf("content is %q", got["content"])
	}
}

// TestUpdateReadsAllThatCanBeTaken: an image may be longer than a text, and a byte over the limit reaches the engine, which refuses it.
func TestUpdateReadsAllThatCanBeTaken(t *testing.T) {
	for given, read := range map[int]int{engine.MaxImageContentBytes: engine.MaxImageContentBytes, engine.MaxImageContentBytes + 9: engine.MaxImageContentBytes + 1} {
		f, cmd := &changeFlags{}, &cobra.Command{}
		f.define(cmd)
		if err := cmd.ParseFlags([]string{"--content", "-"}); err != nil {
			t.Fatal(err)
		}
		cmd.SetIn(strings.NewReader(strings.Repeat("x", given)))
		if c, err := f.change(cmd); err != nil || len(*c.Content) != read {
			t.Errorf("%d bytes of %d were read, want %d; %v", len(*c.Content), given, read, err)
		}
	}
}

func TestUpdatesThatAreRefused(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "kept", "--why", "w"))["id"].(string)
	nobody := "01890a5d-ac96-774b-bcce-b302099a8057"
	for name, c := range map[string]struct {
		args []string
		says []string
	}{
		"nothing":    {[]string{id}, []string{"nothing to change", "at least one of --content"}},
		"unknown":    {[]string{nobody, "--content", "x"}, []string{"no memory has id " + nobody}},
		"no id":      {[]string{"x", "--content", "x"}, []string{"no id of a memory"}},
		"blank":      {[]string{id, "--content", " "}, []string{"content is blank"}},
		"time":       {[]string{id, "--time", "soon"}, []string{`--time "soon"`}},
		"version":    {[]string{id, "--content", "x", "--if-version", "9"}, []string{"has version 1", "version 9"}},
		"importance": {[]string{id, "--importance", "7"}, []string{"importance 7"}},
	} {
		out, errs, code := run(t, data, append([]string{"update"}, c.args...)...)
		if code != 1 {
			t.Errorf("%s: exit code %d, want 1\n%s%s", name, code, out, errs)
		}
		for _, s := range c.says {
			if !strings.Contains(errs, s) {
				t.Errorf("%s: the error does not say %q: %s", name, s, errs)
			}
		}
	}
}

// TestEarlierTexts: get shows earlier texts of a memory, restore brings one back as a new version, and forget --earlier removes them; here and next to a server.
func TestEarlierTexts(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "The gate opens at two", "--why", "hours"))["id"].(string)
	walk := func() {
		t.Helper()
		ok(t, data, "update", id, "--content", "The gate opens at three", "--why", "new hours")
		out := ok(t, data, "get", id, "--versions")
		if !strings.Contains(out, "The gate opens at three\n\nversion ") || !strings.Contains(out, "why         hours\nThe gate opens at two\n") || !strings.Contains(out, "restore "+id[len(id)-8:]+" --version N") {
			t.Errorf("get --versions: %s", out)
		}
		if out := ok(t, data, "get", id); strings.Contains(out, "at two") {
			t.Errorf("get shows earlier texts unasked: %s", out)
		}
		all := asJSON(t, ok(t, data, "--json", "get", id, "--versions"))["versions"].([]any)
		newest := all[0].(map[string]any)
		if newest["content"] != "The gate opens at two" || newest["rationale"] != "hours" {
			t.Errorf("versions: %v", all)
		}
		if out := ok(t, data, "restore", id, "--version", fmt.Sprint(newest["version"])); !strings.Contains(out, "says again what it said in version") {
			t.Errorf("restore: %s", out)
		}
		if out := ok(t, data, "get", id); !strings.Contains(out, "why            hours") || !strings.Contains(out, "\nThe gate opens at two\n") {
			t.Errorf("restored: %s", out)
		}
		if _, errs, code := run(t, data, "restore", id, "--version", "77"); code != 1 || !strings.Contains(errs, "version 77 is not kept") {
			t.Errorf("a version that is not kept: exit code %d, %s", code, errs)
		}
	}
	walk()
	if out := ok(t, data, "forget", id, "--earlier", "--yes"); !strings.Contains(out, "in 2 versions before") {
		t.Errorf("forget --earlier: %s", out)
	}
	if out := ok(t, data, "get", id, "--versions"); !strings.Contains(out, "no earlier text of it is kept") {
		t.Errorf("after that: %s", out)
	}
	a := assist(t, data)
	a.mustRemember("somebody else is here")
	walk()
	if out := ok(t, data, "forget", id, "--earlier", "--yes"); !strings.Contains(out, "in 2 versions before") {
		t.Errorf("beside a server, forget --earlier: %s", out)
	}
	a.leaves()
	for _, args := range [][]string{{"restore", "--where-tag", "x", "--version", "1"}, {"forget", "--where-tag", "x", "--earlier"}, {"forget", id, "--earlier", "--hard"}} {
		if _, errs, code := run(t, data, args...); code == 0 || errs == "" {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
}
