package servers

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/mcp/tooldrift"
)

// TestTheTableIsTheOneWeDecideBy: what is expected of public servers and what our own code decides are written down apart, and agree.
func TestTheTableIsTheOneWeDecideBy(t *testing.T) {
	for _, kind := range []tooldrift.Kind{tooldrift.Identity, tooldrift.Append, tooldrift.Edit, tooldrift.Reorder, tooldrift.Remove} {
		for _, policy := range policies {
			p := tooldrift.Policy{Force: policy == "--force", Strict: policy == "--strict"}
			if got, want := accepts(string(kind), policy), tooldrift.Decide(tooldrift.Report{Kind: kind}, p).Accepted(); got != want {
				t.Errorf("%s %s: accepted %v, decided %v", kind, policy, got, want)
			}
		}
	}
}

// TestEveryKindOfChangeOfEveryServer is tried, and a renamed tool, too.
func TestEveryKindOfChangeOfEveryServer(t *testing.T) {
	for _, p := range packages {
		var names []string
		for _, c := range p.changes {
			names = append(names, c.name)
			if (len(c.with) == 0) != (c.kind == "identity") || c.tool == "" {
				t.Errorf("%s: %s changes nothing, or cannot be seen by a call", p.name, c.name)
			}
		}
		if want := []string{"identity", "append", "edit", "reorder", "remove", "rename"}; !slices.Equal(names, want) {
			t.Errorf("%s: %v, want %v", p.name, names, want)
		}
	}
}

// TestAChangeIsMadeAndTakenBack, or refused when the text is of another version.
func TestAChangeIsMadeAndTakenBack(t *testing.T) {
	s := &server{root: t.TempDir()}
	path := filepath.Join(s.root, "a.js")
	read := func() string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if err := os.WriteFile(path, []byte("one two two"), 0o644); err != nil {
		t.Fatal(err)
	}
	undo, err := s.apply(change{with: []replacement{{"a.js", "one", "1"}, {"a.js", "1 two", "1 2"}}})
	if err != nil || read() != "1 2 two" {
		t.Errorf("changed: %v, %q", err, read())
	}
	if err := undo(); err != nil || read() != "one two two" {
		t.Errorf("taken back: %v, %q", err, read())
	}
	for old, says := range map[string]string{"two": "2 times", "three": "0 times"} {
		undo, err := s.apply(change{with: []replacement{{"a.js", "one", "1"}, {"a.js", old, ""}}})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", old, err)
		}
		if err := undo(); err != nil || read() != "one two two" {
			t.Errorf("half a change taken back: %v, %q", err, read())
		}
	}
}

func TestVerdictNamesWhatIsWrong(t *testing.T) {
	res := newResult()
	res.Rows = append(res.Rows, row{Server: "a/b", Change: "edit", By: "check"})
	if err := res.verdict(); err != nil {
		t.Errorf("nothing is wrong: %v", err)
	}
	res.Rows[0].expect("exit code", 0, 1)
	var out strings.Builder
	res.print(&out)
	if err := res.verdict(); err == nil || err.Error() != "a/b, edit, check: exit code: 0, not 1" || !strings.Contains(out.String(), "WRONG") {
		t.Errorf("%v\n%s", err, &out)
	}
}
