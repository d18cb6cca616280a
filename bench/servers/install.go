package servers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// server is an installed package whose files may be changed.
type server struct {
	pkg
	program string   // ours
	root    string   // of the installed package
	data    string   // our data directory, with its pin
	pid     string   // a file in which the server that was started last says its process
	command []string // starts it
}

// install installs a package with npm, nothing of which leaves the folder.
func install(ctx context.Context, p pkg, program, dir string) (*server, error) {
	home := filepath.Join(dir, strings.ReplaceAll(p.name, "/", "-"))
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", home, p.name+"@"+p.version)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("install %s with npm (it needs the network): %w\n%s", p.name, err, out)
	}
	s := &server{pkg: p, program: program, root: filepath.Join(home, "node_modules", filepath.FromSlash(p.name)), data: filepath.Join(home, "data"), pid: filepath.Join(home, "pid")}
	s.command = []string{"sh", "-c", `echo $$ >"$0"; exec node "$1"`, s.pid, filepath.Join(s.root, p.start)}
	return s, nil
}

// apply changes the installed copy; undo puts it back.
func (s *server) apply(c change) (undo func() error, err error) {
	was := map[string][]byte{}
	undo = func() error {
		for path, b := range was {
			if err := os.WriteFile(path, b, 0o644); err != nil {
				return err
			}
		}
		return nil
	}
	for _, r := range c.with {
		path := filepath.Join(s.root, filepath.FromSlash(r.file))
		b, err := os.ReadFile(path)
		if err != nil {
			return undo, err
		}
		if was[path] == nil {
			was[path] = b
		}
		text, err := r.in(string(b))
		if err != nil {
			return undo, err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return undo, err
		}
	}
	return undo, nil
}

// in replaces in a text. What it looks for must be there once, or the change would be none, or another one.
func (r replacement) in(text string) (string, error) {
	if n := strings.Count(text, r.old); n != 1 {
		return "", fmt.Errorf("%s holds %q %d times, not once: this version's text is another one", r.file, r.old, n)
	}
	return strings.Replace(text, r.old, r.new, 1), nil
}
