// Package blaslib answers: where may NVIDIA's cuBLASLt be on this machine? It only lists paths; engine/backend/cuda opens the library.
package blaslib

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Variable names a cuBLASLt in an unusual place; then no other place is searched.
const Variable = "ASTERISM_CUBLASLT_LIB"

// versions are the releases of the library whose calls are known, the newest first.
var versions = []string{"libcublasLt.so.13", "libcublasLt.so.12"}

// Machine is what is searched.
type Machine struct {
	Getenv   func(string) string
	LookPath func(string) (string, error)
	Maps     io.Reader // /proc/self/maps of a process that has loaded the driver; nil: unknown
	Root     string    // put in front of the system's own folders; empty but in tests
}

// Paths are the places to try, in order: what the variable names, alone; else what the loader finds, the toolkit's folder, the folder of the driver that is loaded, and the packages of the
// Python environments that are there: the active one (VIRTUAL_ENV, CONDA_PREFIX), the one of python3 on the path or in ASTERISM_PYTHON, and the system's.
// Only names that the loader resolves by itself, or absolute paths to files that exist, are returned.
func (m Machine) Paths() []string {
	if named := m.Getenv(Variable); named != "" {
		return []string{named}
	}
	paths := append([]string{}, versions...)
	for _, dir := range append([]string{m.Root + "/usr/local/cuda/lib64"}, m.driverFolders()...) {
		for _, name := range versions {
			if st, err := os.Stat(filepath.Join(dir, name)); err == nil && !st.IsDir() {
				paths = append(paths, filepath.Join(dir, name))
			}
		}
	}
	for _, root := range m.pythons() {
		for _, packages := range []string{"site-packages", "dist-packages"} {
			found, _ := filepath.Glob(filepath.Join(root, "lib", "python3*", packages, "nvidia", "*", "lib", "libcublasLt.so.1[23]")) // the pattern is well formed
			paths = append(paths, found...)
		}
	}
	return unique(paths)
}

// driverFolders are the folder of the driver that this process has loaded, and those where containers put it.
func (m Machine) driverFolders() (out []string) {
	if m.Maps != nil {
		for lines := bufio.NewScanner(m.Maps); lines.Scan(); {
			if i := strings.IndexByte(lines.Text(), '/'); i >= 0 && strings.HasPrefix(filepath.Base(lines.Text()[i:]), "libcuda.so") {
				out = append(out, filepath.Dir(lines.Text()[i:]))
			}
		}
	}
	return append(out, m.Root+"/usr/local/nvidia/lib64", m.Root+"/usr/local/nvidia/lib")
}

// pythons are the folders of environments, each with a bin and a lib below it.
func (m Machine) pythons() (out []string) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := m.Getenv(name); filepath.IsAbs(dir) { // a relative path would search the working directory
			out = append(out, dir)
		}
	}
	for _, name := range []string{m.Getenv("ASTERISM_PYTHON"), "python3"} {
		if name == "" {
			continue
		}
		path, err := m.LookPath(name)
		if err != nil || !filepath.IsAbs(path) {
			continue
		}
		out = append(out, filepath.Dir(filepath.Dir(path))) // an environment's python is a link, so it is not followed
	}
	return append(out, m.Root+"/usr", m.Root+"/usr/local")
}

func unique(paths []string) (out []string) {
	seen := map[string]bool{}
	for _, p := range paths {
		if !seen[p] {
			out = append(out, p)
		}
		seen[p] = true
	}
	return out
}
