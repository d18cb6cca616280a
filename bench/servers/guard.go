package servers

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// guard puts `asterism mcp guard` between us and the server, changes the copy and ends the server, and looks at what a client then sees
// and what calls do.
func (s *server) guard(ctx context.Context, c change, policy string, pinned, now []string) (r row, err error) {
	r = s.row(c.name, strings.TrimSpace("guard "+policy))
	r.Kind = c.kind
	g, err := s.startGuard(ctx, policy)
	if err != nil {
		return r, err
	}
	defer g.end()
	before, err := g.tools()
	if err != nil {
		return r, err
	}
	r.expect("tools at first", join(before), join(pinned))
	undo, err := s.apply(c)
	defer func() { _ = undo() }() // told by the caller's own, which does the same
	if err != nil {
		return r, err
	}
	if err := s.kill(); err != nil {
		return r, err
	}
	if err := g.wait("✓ connected", 2); err != nil {
		return r, err
	}
	after, err := g.tools()
	if err != nil {
		return r, err
	}
	accepted := accepts(c.kind, policy)
	want := pinned
	if accepted {
		want = now
	}
	r.Accepted, r.Tools = &accepted, len(after)
	r.expect("tools", join(after), join(want))
	refused, err := g.refused(c.tool)
	if err != nil {
		return r, err
	}
	r.expect("call of "+c.tool+" refused", refused, refusedCall(c, accepted, now))
	r.Says = g.words()
	r.expect("says that the old list stands", strings.Contains(strings.Join(r.Says, "\n"), "the old list stands"), !accepted)
	return r, nil
}

// refusedCall tells whether the guard must not let the call of a change's tool through: the tool is gone, or another one than was accepted.
func refusedCall(c change, accepted bool, now []string) bool {
	return !slices.Contains(now, c.tool) || !accepted && (c.kind == "append" || c.kind == "edit")
}

// kill ends the server as a crash would.
func (s *server) kill() error {
	b, err := os.ReadFile(s.pid)
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return fmt.Errorf("read process of the server: %w", err)
	}
	return syscall.Kill(pid, syscall.SIGKILL)
}

func join(names []string) string { return strings.Join(names, " ") }
