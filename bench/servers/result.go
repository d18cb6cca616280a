package servers

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"asterism/bench/report"
)

// result is what was seen, as it is written to bench/results/check-servers.json.
type result struct {
	report.Head
	Rows []row `json:"rows"`
}

// row is one look at one changed server.
type row struct {
	Server   string   `json:"server"`
	Version  string   `json:"version"`
	Change   string   `json:"change"`
	By       string   `json:"by"` // check, guard, guard --force, guard --strict
	Kind     string   `json:"kind,omitempty"`
	Risk     string   `json:"risk,omitempty"`      // by check
	ExitCode *int     `json:"exit_code,omitempty"` // of check
	Accepted *bool    `json:"accepted,omitempty"`  // by the guard
	Tools    int      `json:"tools,omitempty"`     // that the client then sees
	Says     []string `json:"says"`
	Wrong    []string `json:"wrong"` // what was not as it should be

	now []string // names of the changed copy's tools
}

func newResult() *result {
	return &result{Head: report.NewHead("check-servers"), Rows: []row{}}
}

// expect notes what is not as it should be.
func (r *row) expect(what string, got, want any) {
	if got != want {
		r.Wrong = append(r.Wrong, fmt.Sprintf("%s: %v, not %v", what, got, want))
	}
}

func (r *result) print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "server\tchange\tby\tkind\trisk\toutcome\t")
	for _, row := range r.Rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", filepath.Base(row.Server), row.Change, row.By, row.Kind, row.Risk, row.outcome(), row.mark())
	}
	_ = t.Flush() // a terminal that is gone is no finding
}

func (r *row) outcome() string {
	switch {
	case r.ExitCode != nil:
		return fmt.Sprintf("exit code %d", *r.ExitCode)
	case r.Accepted != nil && *r.Accepted:
		return fmt.Sprintf("accepted, %d tools", r.Tools)
	}
	return fmt.Sprintf("refused, %d tools", r.Tools)
}

func (r *row) mark() string {
	if len(r.Wrong) == 0 {
		return ""
	}
	return fmt.Sprintf("WRONG %v", r.Wrong)
}

// verdict is an error that names every row on which something is wrong.
func (r *result) verdict() error {
	var out []error
	for _, row := range r.Rows {
		for _, w := range row.Wrong {
			out = append(out, fmt.Errorf("%s, %s, %s: %s", row.Server, row.Change, row.By, w))
		}
	}
	return errors.Join(out...)
}
