package corpus

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// CodeBase is the packages of one library that say what they are for.
type CodeBase struct {
	Name     string // "Go's library", or a module's path
	Packages []Package
}

// CodeBases returns Go's own library and, by path, the modules that this one and its tests are built from, without those whose packages do not import each other. A build has
// fetched all of them. The working directory must be in the repository.
func CodeBases() ([]CodeBase, error) {
	library, err := goLibrary()
	if err != nil {
		return nil, err
	}
	modules, err := dependencies()
	if err != nil {
		return nil, err
	}
	out := []CodeBase{library}
	for _, m := range modules {
		packages, err := documented(m.folder, m.path)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(packages, func(p Package) bool { return len(p.Imports) > 0 }) {
			out = append(out, CodeBase{m.path, packages})
		}
	}
	return out, nil
}

// goLibrary needs a toolchain with its source.
func goLibrary() (CodeBase, error) {
	src := filepath.Join(goroot(), "src")
	packages, err := documented(src, "")
	if err == nil && len(packages) == 0 {
		err = errors.New("Go's library has no packages in " + src + "; set GOROOT to a toolchain with its source")
	}
	return CodeBase{"Go's library", packages}, err
}

// module is a module on this machine.
type module struct{ path, folder string }

// dependencies asks the go command for the modules that have packages of the build or of its tests.
func dependencies() ([]module, error) {
	const format = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}"
	out, err := exec.Command("go", "list", "-test", "-deps", "-f", format, "asterism/...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("list the modules of the build: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	var all []module
	for _, line := range slices.Compact(lines) {
		if path, folder, ok := strings.Cut(line, "\t"); ok {
			all = append(all, module{path, folder})
		}
	}
	return all, nil
}
