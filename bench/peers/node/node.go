// Package node answers: what do the programs that Node has take for the same work? It holds the list of packages that make bench-peers installs, every version pinned, and the
// scripts that drive those which embed. They are measured on the very weights and texts that ours are.
package node

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed *.mjs package.json package-lock.json
var files embed.FS

// The scripts. lines.mjs describes requests and answers.
const (
	Transformers = "transformers.mjs" // transformers.js and its pipeline
	FastEmbed    = "fastembed.mjs"    // fastembed-js
	Runtime      = "runtime.mjs"      // ONNX Runtime alone, every text in a batch of its own
)

// Server is the official memory server, to be started by Node.
const Server = "node_modules/@modelcontextprotocol/server-memory/dist/index.js"

// LibSQL is a memory server of others that keeps a graph of entities in a database (MIT), to be started by Node.
const LibSQL = "node_modules/mcp-memory-libsql/dist/index.js"

// ErrMissing says that this machine cannot install the packages: it has no npm, or npm does not reach its registry.
var ErrMissing = errors.New("the packages of npm are not here")

// stamp is the file in an installed folder that names its list of packages.
const stamp = "installed"

// Packages is a folder in which they are installed.
type Packages struct {
	Dir  string
	Node string // the program: the one that the list pins where there is one for this machine, else the machine's own
}

// Install installs the packages into a folder, which is made, as the list of exact versions says, and nothing that is installed runs a program meanwhile. A folder that has
// them is left as it is. The error is an [ErrMissing] where npm is missing or fails.
func Install(ctx context.Context, dir string) (*Packages, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	list, err := write(dir)
	if err != nil {
		return nil, err
	}
	done := filepath.Join(dir, stamp)
	if b, err := os.ReadFile(done); err != nil || string(b) != list {
		if err := npm(ctx, dir); err != nil {
			return nil, err
		}
		if err := os.WriteFile(done, []byte(list), 0o644); err != nil {
			return nil, err
		}
	}
	p := &Packages{Dir: dir}
	if p.Node, err = findNode(dir); err != nil {
		return nil, err
	}
	return p, nil
}

// write puts the scripts and the list there, and returns the list's SHA-256 in hexadecimal.
func write(dir string) (string, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return "", err
	}
	list := sha256.New()
	for _, e := range entries {
		b, err := files.ReadFile(e.Name())
		if err = errors.Join(err, os.WriteFile(filepath.Join(dir, e.Name()), b, 0o644)); err != nil {
			return "", err
		}
		if filepath.Ext(e.Name()) == ".json" {
			list.Write(b)
		}
	}
	return hex.EncodeToString(list.Sum(nil)), nil
}

func npm(ctx context.Context, dir string) error {
	if _, err := exec.LookPath("npm"); err != nil {
		return fmt.Errorf("%w: there is no npm: install one (Debian: apt-get install npm)", ErrMissing)
	}
	cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: npm ci: %w (it needs the network, or a registry that `npm config set registry` names)\n%s", ErrMissing, err, out)
	}
	return nil
}

func findNode(dir string) (string, error) {
	if found, err := filepath.Glob(filepath.Join(dir, "node_modules", "node-*", "bin", "node")); err == nil && len(found) > 0 {
		return found[0], nil
	}
	path, err := exec.LookPath("node")
	if err != nil {
		return "", fmt.Errorf("%w: there is no node for this machine in the list, and none on the path: %w", ErrMissing, err)
	}
	return path, nil
}

// Command is Node with one of the scripts, or with [Server].
func (p *Packages) Command(ctx context.Context, script string, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, p.Node, append([]string{p.Path(script)}, args...)...)
}

// Path is the path of one of them.
func (p *Packages) Path(script string) string {
	return filepath.Join(p.Dir, filepath.FromSlash(script))
}
