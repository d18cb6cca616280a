package report

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceKeepsTheOtherRows: a row takes the place of that with its name or comes last, and says its commit where that is another than the file's.
func TestReplaceKeepsTheOtherRows(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "some.json")
	if err := Replace(path, "abc", Lower("a", "x", NoGoal, 1)); !os.IsNotExist(err) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := Write(dir, &Result{Head: Head{Name: "some", Commit: "abc"}, Rows: []Row{Lower("a", "x", 3, 1), Lower("b", "x", NoGoal, 2)}}); err != nil {
		t.Fatal(err)
	}
	if err := Replace(path, "", Lower("a", "x", NoGoal, 1)); err == nil {
		t.Error("rows without a commit were written")
	}
	for _, c := range []struct{ commit, says string }{{"def", "def"}, {"abc", ""}} {
		if err := Replace(path, c.commit, Lower("b", "x", NoGoal, 5), Lower("c", "x", NoGoal, 6)); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var got Result
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		if got.Commit != "abc" || len(got.Rows) != 3 || got.Rows[0].Value != 1 || got.Rows[0].Commit != "" || got.Rows[1].Value != 5 || got.Rows[1].Commit != c.says || got.Rows[2].Name != "c" || got.Rows[2].Commit != c.says {
			t.Errorf("%s: %+v", c.commit, got)
		}
	}
}
