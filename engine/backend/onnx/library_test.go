package onnx

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"asterism/models"
)

func TestFindLibrary(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "lib.so")
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv(LibVariable, filepath.Join(dir, "absent.so"))
	if got, err := FindLibrary(file); err != nil || got != file {
		t.Errorf("explicit path: %q, %v; want it before the variable", got, err)
	}
	_, err := FindLibrary("")
	wantError(t, err, LibVariable, "absent.so", "make setup")
	_, err = FindLibrary(dir)
	wantError(t, err, dir, "not a file")

	t.Setenv(LibVariable, "")
	t.Chdir(dir)
	_, err = FindLibrary("")
	wantError(t, err, filepath.Join(dir, "third_party", "lib", runtime.GOOS+"-"+runtime.GOARCH), "make setup", LibVariable)
	for _, p := range libraryPlaces() {
		if !strings.HasPrefix(p, dir) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(file, p); err != nil {
			t.Fatal(err)
		}
		below := filepath.Join(dir, "a", "b")
		if err := os.MkdirAll(below, 0o755); err != nil {
			t.Fatal(err)
		}
		t.Chdir(below)
		if got, err := FindLibrary(""); err != nil || got != p {
			t.Errorf("above the working directory: %q, %v; want %s", got, err, p)
		}
		return
	}
	t.Error("no place under the working directory is looked at")
}

// childVariable marks the second process of TestDamagedLibrary.
const childVariable = "ASTERISM_TEST_OPEN_CHILD"

// TestDamagedLibrary needs a process of its own, for this one has loaded the good library.
func TestDamagedLibrary(t *testing.T) {
	code := models.Code.Info()
	if os.Getenv(childVariable) != "" {
		m := writeProfile(t, map[models.Space][]byte{models.Code: tinyGraph(code, code.Width)})
		_, err := Open(context.Background(), Options{Manifest: m})
		fmt.Println("error:", err)
		return
	}
	bad := filepath.Join(t.TempDir(), "libonnxruntime.so.1")
	if err := os.WriteFile(bad, []byte("not a library"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestDamagedLibrary$")
	cmd.Env = append(os.Environ(), childVariable+"=1", LibVariable+"="+bad)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("the process with a damaged library ended with %v: %s", err, out)
	}
	for _, part := range []string{"error: open onnx backend: load ONNX Runtime", bad, "make setup"} {
		if !strings.Contains(string(out), part) {
			t.Errorf("output %q does not say %q", out, part)
		}
	}
}

// TestOneLibraryAProcess: a second library is refused, the same one is not.
func TestOneLibraryAProcess(t *testing.T) {
	code := models.Code.Info()
	m := writeProfile(t, map[models.Space][]byte{models.Code: tinyGraph(code, code.Width)})
	open(t, m)
	other := filepath.Join(t.TempDir(), "other.so")
	if err := os.WriteFile(other, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Open(context.Background(), Options{Manifest: m, LibPath: other})
	wantError(t, err, other, environment.path, "one only")
	again, err := Open(context.Background(), Options{Manifest: m, LibPath: environment.path})
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
