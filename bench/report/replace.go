package report

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// Replace puts rows into a result file that is there, each in the place of that with its name or else at the end. The file's other rows, its commit and its
// machine stay as they are: rows that were measured at another commit say so themselves.
func Replace(path, commit string, rows ...Row) error {
	if commit == "" {
		return fmt.Errorf("write %s: the rows do not say which commit was measured", path)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var r Result
	if err := json.Unmarshal(b, &r); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	for _, row := range rows {
		row.Commit = ""
		if commit != r.Commit {
			row.Commit = commit
		}
		if at := slices.IndexFunc(r.Rows, func(old Row) bool { return old.Name == row.Name }); at >= 0 {
			r.Rows[at] = row
		} else {
			r.Rows = append(r.Rows, row)
		}
	}
	return WriteResult(path, &r)
}
