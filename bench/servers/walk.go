package servers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// policies are what a guard can be told, beside nothing.
var policies = []string{"", "--force", "--strict"}

// accepts is the specification's table: what a reconnect does with a kind of change under a policy.
func accepts(kind, policy string) bool {
	switch policy {
	case "--strict":
		return kind == "identity"
	case "--force":
		return true
	}
	return slices.Contains([]string{"identity", "append", "edit"}, kind)
}

// walk pins the server, and checks and guards it through every change.
func (s *server) walk(ctx context.Context) ([]row, error) {
	pinned, err := s.pin(ctx)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, c := range s.changes {
		fmt.Fprintf(os.Stderr, "check-servers: %s %s\n", s.name, c.name)
		more, err := s.walkChange(ctx, c, pinned)
		rows = append(rows, more...)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	broken, err := s.checkBroken(ctx)
	return append(rows, broken), err
}

// checkBroken checks a server that does not start: that is no drift and not clean either.
func (s *server) checkBroken(ctx context.Context) (r row, err error) {
	r = s.row("broken", "check")
	path := filepath.Join(s.root, filepath.FromSlash(s.start))
	if err := os.Rename(path, path+".away"); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.Rename(path+".away", path)) }()
	_, code, err := s.run(ctx, "check", "copy")
	r.ExitCode = &code
	r.expect("exit code", code, 2)
	return r, err
}

func (s *server) row(change, by string) row {
	return row{Server: s.name, Version: s.version, Change: change, By: by, Says: []string{}, Wrong: []string{}}
}

// walkChange checks the changed copy, and guards a server that is changed between two lives.
func (s *server) walkChange(ctx context.Context, c change, pinned []string) (rows []row, err error) {
	undo, err := s.apply(c)
	defer func() { err = errors.Join(err, undo()) }()
	if err != nil {
		return nil, err
	}
	checked, err := s.check(ctx, c)
	rows = append(rows, checked)
	if err != nil {
		return rows, err
	}
	for _, policy := range policies {
		if err := undo(); err != nil {
			return rows, err
		}
		guarded, err := s.guard(ctx, c, policy, pinned, checked.now)
		rows = append(rows, guarded)
		if err != nil {
			return rows, fmt.Errorf("guard %s: %w", policy, err)
		}
	}
	return rows, nil
}

// run runs our program to its end; an exit code is no error.
func (s *server) run(ctx context.Context, args ...string) (out []byte, code int, err error) {
	cmd := exec.CommandContext(ctx, s.program, append([]string{"--data", s.data, "--json", "mcp"}, args...)...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err = cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return out, exit.ExitCode(), nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("%w\n%s", err, &errs)
	}
	return out, 0, nil
}

// pin pins the server as it is, and returns the names of its tools.
func (s *server) pin(ctx context.Context) ([]string, error) {
	out, code, err := s.run(ctx, append([]string{"pin", "copy", "--"}, s.command...)...)
	if err != nil || code != 0 {
		return nil, fmt.Errorf("pin: exit code %d: %w\n%s", code, err, out)
	}
	return s.tools(ctx)
}

// checkedReport is of what `asterism mcp check --json` says what is looked at.
type checkedReport struct {
	Drift  bool `json:"drift"`
	Report struct {
		Kind    string   `json:"kind"`
		Risk    string   `json:"risk"`
		Added   []string `json:"added"`
		Removed []string `json:"removed"`
		Edited  []string `json:"edited"`
		Moved   []string `json:"moved"`
		Renamed []struct {
			From string `json:"from"`
			To   string `json:"to"`
		} `json:"renamed"`
	} `json:"report"`
}

// check asks what is drift in the changed copy.
func (s *server) check(ctx context.Context, c change) (row, error) {
	r := s.row(c.name, "check")
	out, code, err := s.run(ctx, "check", "copy")
	if err != nil {
		return r, err
	}
	var told checkedReport
	if err := json.Unmarshal(out, &told); err != nil {
		return r, fmt.Errorf("check: exit code %d: %w\n%s", code, err, out)
	}
	r.Kind, r.Risk, r.ExitCode = told.Report.Kind, told.Report.Risk, &code
	r.Says = append(r.Says, sayings(told)...)
	want := 0
	if c.kind != "identity" {
		want = 1
	}
	r.expect("kind", r.Kind, c.kind)
	r.expect("exit code", code, want)
	r.expect("renamed", len(told.Report.Renamed), map[bool]int{true: 1}[c.name == "rename"])
	r.now, err = s.tools(ctx)
	return r, err
}

func sayings(c checkedReport) (out []string) {
	for _, l := range []struct {
		sign  string
		names []string
	}{{"+", c.Report.Added}, {"-", c.Report.Removed}, {"~", c.Report.Edited}, {"moved ", c.Report.Moved}} {
		for _, name := range l.names {
			out = append(out, l.sign+name)
		}
	}
	for _, m := range c.Report.Renamed {
		out = append(out, m.From+" may be "+m.To+" now")
	}
	return out
}
