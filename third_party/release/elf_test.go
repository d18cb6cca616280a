package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestGlibcMinor(t *testing.T) {
	for version, want := range map[string]int{"GLIBC_2.34": 34, "GLIBC_2.2.5": 2, "GLIBC_2.36": 36, "GLIBCXX_3.4.30": 0, "GLIBC_PRIVATE": 0, "": 0} {
		if got := glibcMinor(version); got != want {
			t.Errorf("%s: %d, want %d", version, got, want)
		}
	}
}

// TestCheckProgram: programs that ask for too much of a machine are refused, each with what it asks for.
func TestCheckProgram(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	other := map[string]string{"amd64": "arm64", "arm64": "amd64"}[runtime.GOARCH]
	for _, c := range []struct {
		name, source, arch, want string
		flags                    []string
	}{
		{name: "fits", source: "int main(void) { return 0; }", arch: runtime.GOARCH},
		{name: "other processor", source: "int main(void) { return 0; }", arch: other, want: "not for " + other},
		{name: "library", source: "int main(void) { return 0; }", arch: runtime.GOARCH, want: "needs libstdc++.so.6", flags: []string{"-Wl,--no-as-needed", "-l:libstdc++.so.6"}},
		// Debian 12's C library is the first to have it; on an older one the program would not link at all.
		{name: "newer C library", source: "unsigned arc4random(void); int main(void) { return arc4random() == 1; }", arch: runtime.GOARCH, want: "arc4random (GLIBC_2.36)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "program")
			if err := os.WriteFile(file+".c", []byte(c.source), 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(gcc, append([]string{"-o", file, file + ".c"}, c.flags...)...).CombinedOutput(); err != nil {
				t.Skipf("gcc: %v: %s", err, out)
			}
			err := CheckProgram(file, c.arch)
			if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	if err := CheckProgram(filepath.Join(t.TempDir(), "none"), runtime.GOARCH); err == nil {
		t.Error("a program that is not there is taken")
	}
}
