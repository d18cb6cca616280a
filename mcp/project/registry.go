package project

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"asterism/engine"
)

// File is the name of the file in a data directory that stores the namespace of each project's folder. lockFile is locked while File is changed.
const (
	File     = "projects.json"
	lockFile = "projects.lock"
)

// Registry stores the namespaces of projects in a data directory.
type Registry struct{ Data string }

// registered is the content of [File].
type registered struct {
	Version  int               `json:"v"`
	Projects map[string]string `json:"projects"` // folder → namespace
}

const registryVersion = 1

// Name returns the namespace of a project. The first folder of a name gets that name; another one gets the name with six digits of the hash of its path. So they have different
// namespaces. A name does not change later. Nothing is stored without a data directory, or if it is not writable.
func (r Registry) Name(p *Project) (string, error) {
	known, err := r.read()
	if err != nil {
		return "", err
	}
	if name := known.Projects[p.Root]; name != "" && (name == p.Name || !p.Chosen) {
		return name, nil
	}
	name := known.free(p)
	err = r.change(func(now *registered) bool {
		name = now.free(p)
		now.Projects[p.Root] = name
		return true
	})
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		err = nil
	}
	return name, err
}

// Rename changes the namespace of all projects that have it, and returns their folders.
func (r Registry) Rename(from, into string) (roots []string, err error) {
	known, err := r.read()
	if err != nil || len(known.roots(from)) == 0 {
		return nil, err
	}
	err = r.change(func(now *registered) bool {
		roots = now.roots(from)
		for _, root := range roots {
			now.Projects[root] = into
		}
		return len(roots) > 0
	})
	return roots, err
}

// Roots returns the folders of each namespace's projects.
func (r Registry) Roots() (map[string][]string, error) {
	known, err := r.read()
	if err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for _, root := range slices.Sorted(maps.Keys(known.Projects)) {
		out[known.Projects[root]] = append(out[known.Projects[root]], root)
	}
	return out, nil
}

func (k *registered) roots(namespace string) (out []string) {
	for _, root := range slices.Sorted(maps.Keys(k.Projects)) {
		if k.Projects[root] == namespace {
			out = append(out, root)
		}
	}
	return out
}

// free returns the name for a new project.
func (k *registered) free(p *Project) string {
	if p.Chosen {
		return p.Name
	}
	if name := k.Projects[p.Root]; name != "" {
		return name
	}
	sum := sha256.Sum256([]byte(p.Root))
	name := clean(p.Name)
	if name == "" || name == engine.DefaultNamespace || name == "*" || len(k.roots(name)) > 0 {
		name += "-" + hex.EncodeToString(sum[:3])
	}
	return name
}

// clean turns a folder's name into a valid namespace.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	const most = 128 // bytes; leaves space for a suffix that makes it unique
	for len(name) > most {
		runes := []rune(name)
		name = string(runes[:len(runes)-1])
	}
	return strings.TrimSpace(name)
}

func (r Registry) read() (*registered, error) {
	out := &registered{Version: registryVersion, Projects: map[string]string{}}
	path := filepath.Join(r.Data, File)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err == nil {
		err = json.Unmarshal(b, out)
	}
	if err == nil && out.Version != registryVersion {
		err = fmt.Errorf("version %d, this program knows %d", out.Version, registryVersion)
	}
	if err != nil {
		return nil, &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("read which project has which namespace: %s: %v", path, err), Err: err, Hint: "fix or remove the file (without it, folders are named as if they were new), or give --namespace"}
	}
	if out.Projects == nil {
		out.Projects = map[string]string{}
	}
	return out, nil
}

// change changes the file under a lock. do reports whether anything must be written.
func (r Registry) change(do func(*registered) bool) error {
	lock, err := os.OpenFile(filepath.Join(r.Data, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("remember a project: %w", err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return fmt.Errorf("remember a project: lock %s: %w", lock.Name(), err)
	}
	now, err := r.read()
	if err != nil || !do(now) {
		return err
	}
	return r.write(now)
}

// write replaces the old file by a complete new one.
func (r Registry) write(k *registered) error {
	b, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return fmt.Errorf("remember a project: %w", err)
	}
	f, err := os.CreateTemp(r.Data, File+".*") // 0600
	if err != nil {
		return fmt.Errorf("remember a project: %w", err)
	}
	_, err = f.Write(append(b, '\n'))
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(r.Data, File))
	}
	if err != nil {
		return fmt.Errorf("remember a project: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}
