package emulate

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Fault is a change of one source that makes a kernel wrong. In Becomes, FAULT is a condition that is true when this fault is chosen.
type Fault struct {
	Name, File   string
	Was, Becomes string // Was is in the file once
}

// Faulty builds in dir an emulation of some kernel files' kernels with all the faults in it, of which ASTERISM_FAULT=n chooses one, from 1 on; without it
// there is none. It returns the program's path, for [Start]. So a test can show that the emulation detects what a GPU would do wrong.
func Faulty(ctx context.Context, dir string, files, kernels []string, faults []Fault) (string, error) {
	_, here, _, _ := runtime.Caller(0)
	from := filepath.Dir(filepath.Dir(here))
	for _, pattern := range append([]string{"*.cuh", "emulate/*.hpp", "emulate/main.cu"}, files...) {
		if err := copyFiles(dir, from, pattern); err != nil {
			return "", err
		}
	}
	for i, f := range faults {
		if err := f.put(dir, i+1); err != nil {
			return "", err
		}
	}
	all := "#include <cstdlib>\nnamespace emulate {\ninline const int fault = std::getenv(\"ASTERISM_FAULT\") ? std::atoi(std::getenv(\"ASTERISM_FAULT\")) : 0;\n}\n"
	for _, file := range files {
		all += "#include \"" + file + "\"\n"
	}
	names := "K(" + strings.Join(kernels, ") K(") + ")\n"
	for name, text := range map[string]string{"all.cu": all, "kernels.def": names} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	program := filepath.Join(dir, "faulty")
	cmd := exec.CommandContext(ctx, "g++", "-std=c++20", "-O1", "-DASTERISM_EMULATE", "-x", "c++", "-I..", "main.cu", "-o", program)
	cmd.Dir = filepath.Join(dir, "emulate")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("compile the emulation with faults: %w\n%s", err, out)
	}
	return program, nil
}

// Start starts a GPU of a program that [Faulty] built.
func Start(program string) (*GPU, error) {
	p, err := startProcess(program)
	if err != nil {
		return nil, err
	}
	return &GPU{process: p}, nil
}

func copyFiles(to, from, pattern string) error {
	names, err := filepath.Glob(filepath.Join(from, pattern))
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		copied := filepath.Join(to, filepath.Dir(pattern), filepath.Base(name))
		if err := os.MkdirAll(filepath.Dir(copied), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(copied, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// put makes the change.
func (f Fault) put(dir string, number int) error {
	path := filepath.Join(dir, f.File)
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := strings.Count(string(data), f.Was); n != 1 {
		return fmt.Errorf("put fault %q: %s has %q %d times, want once", f.Name, f.File, f.Was, n)
	}
	becomes := strings.ReplaceAll(f.Becomes, "FAULT", fmt.Sprintf("(emulate::fault == %d)", number))
	return os.WriteFile(path, []byte(strings.Replace(string(data), f.Was, becomes, 1)), 0o600)
}
