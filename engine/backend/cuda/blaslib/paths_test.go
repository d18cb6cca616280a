package blaslib

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// machine is one whose folders lie below a temporary one.
func machine(root string, env map[string]string, python string) Machine {
	return Machine{Root: root, Getenv: func(name string) string { return env[name] }, LookPath: func(name string) (string, error) {
		if name == "python3" && python != "" {
			return python, nil
		}
		return "", errors.New("not on the path")
	}}
}

func put(t *testing.T, parts ...string) string {
	t.Helper()
	path := filepath.Join(parts...)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPaths: each place is found when the library is there, behind what the loader knows, and nothing else is named.
func TestPaths(t *testing.T) {
	root := t.TempDir()
	beside := put(t, root, "drv", "libcublasLt.so.12")
	maps := "7f00 r-xp 0 00:00 1 " + filepath.Join(root, "drv", "libcuda.so.580.1") + "\n7f01 r--p 0 00:00 2 /other/libm.so\n7f02 rw-p 0 00:00 0\n"
	wheel := func(env string) string {
		return put(t, root, env, "lib", "python3.12", "site-packages", "nvidia", "cublas", "lib", "libcublasLt.so.12")
	}
	active, onPath := wheel("active"), put(t, root, "venv", "lib", "python3.12", "site-packages", "nvidia", "cu13", "lib", "libcublasLt.so.13")
	for name, c := range map[string]struct {
		m    Machine
		want []string
	}{
		"nothing there":        {machine(root+"/none", nil, ""), nil},
		"beside the driver":    {Machine{Root: root + "/none", Getenv: os.Getenv, LookPath: machine("", nil, "").LookPath, Maps: strings.NewReader(maps)}, []string{beside}},
		"active environment":   {machine(root+"/none", map[string]string{"VIRTUAL_ENV": filepath.Join(root, "active")}, ""), []string{active}},
		"a relative one":       {machine(root+"/none", map[string]string{"VIRTUAL_ENV": "active"}, ""), nil},
		"of the path's python": {machine(root+"/none", nil, filepath.Join(root, "venv", "bin", "python3")), []string{onPath}},
	} {
		if name == "beside the driver" {
			t.Setenv("VIRTUAL_ENV", "")
			t.Setenv("CONDA_PREFIX", "")
			t.Setenv(Variable, "")
		}
		if got := c.m.Paths(); !slices.Equal(got, append(slices.Clone(versions), c.want...)) {
			t.Errorf("%s: %q, want the loader's and %q", name, got, c.want)
		}
	}
	if got := machine(root, map[string]string{Variable: "mine.so"}, filepath.Join(root, "venv", "bin", "python3")).Paths(); !slices.Equal(got, []string{"mine.so"}) {
		t.Errorf("a named library is %q", got)
	}
}

// TestLibraryIsNotSearchedHere: a library in the folder that the program was started in is whoever's, and is not opened.
func TestLibraryIsNotSearchedHere(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "lib/python3.11/site-packages/nvidia/cublas/lib/libcublasLt.so.12")
	put(t, "bin/python3")
	if err := os.Chmod("bin/python3", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv(Variable, "")
	t.Setenv("PATH", "bin:.")
	for _, environment := range []string{"", "."} {
		t.Setenv("VIRTUAL_ENV", environment)
		for _, path := range Here() {
			if strings.Contains(path, "/") && !strings.HasPrefix(path, "/") {
				t.Errorf("with the environment %q: %s", environment, path)
			}
		}
	}
}
