package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/backend/onnx"
)

// mostPack is what a pack may have with everything that travels with it.
const mostPack = 60 << 20

// TestPacksFit: both packs are made, are small enough, ask for no newer C library than Ubuntu 22.04 has (pack.sh looks), and what is in them runs from another folder, a phase into one file.
func TestPacksFit(t *testing.T) {
	if os.Getenv(onnx.LibVariable) == "" {
		t.Skip("run by make: " + onnx.LibVariable + " names no library to pack")
	}
	dir := t.TempDir()
	pack := exec.Command("bash", "pack.sh", "packs", filepath.Join(dir, "packs"))
	pack.Env = append(os.Environ(), "GO_FLAGS=-tags=cuda", "COMMIT=test")
	if out, err := pack.CombinedOutput(); err != nil || strings.Count(string(out), "MiB in all") != 2 {
		t.Fatalf("pack: %v\n%s", err, out)
	}
	for name, want := range map[string][]string{"kernels": {"gpu.gz", "run.sh"}, "search": {"gpu.gz", "run.sh", "texts.xz", "models/carried.json", "runtime/carried.json"}} {
		folder := filepath.Join(dir, "packs", name)
		size := int64(0)
		err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			i, err := d.Info()
			if err == nil {
				size += i.Size()
			}
			return err
		})
		if t.Logf("%s: %.1f MiB", name, float64(size)/(1<<20)); err != nil || size == 0 || size >= mostPack {
			t.Errorf("%s has %d bytes, want less than %d (%v)", name, size, mostPack, err)
		}
		for _, file := range want {
			if _, err := os.Stat(filepath.Join(folder, file)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	runPacked(t, filepath.Join(dir, "packs", "search"))
}

// runPacked unpacks what was packed, and runs the script without a GPU.
func runPacked(t *testing.T, folder string) {
	t.Helper()
	work := t.TempDir()
	t.Setenv(packVariable, folder)
	e := &env{options: options{work: work}}
	for name, original := range map[string]string{packedModels + "/E5/model.onnx": "../../models/compact/E5/model.onnx", packedRuntime + "/" + runtimeName: os.Getenv(onnx.LibVariable)} {
		first, rest, _ := strings.Cut(name, "/")
		to, err := e.unpacked(t.Context(), first)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(to, rest))
		want, wantErr := os.ReadFile(original)
		if err != nil || wantErr != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what was packed (%v, %v)", name, err, wantErr)
		}
	}
	for args, says := range map[string]string{"": "limits 120", "limits all": `no phase "all"`, "jit jit jit jit jit jit jit jit jit": "at most 8", "limits": "no GPU"} {
		cmd := exec.Command(filepath.Join(folder, "run.sh"), strings.Fields(args)...)
		cmd.Env = append(os.Environ(), "WORK="+work, "OUT="+filepath.Join(work, "out"), "MACHINE=cuda:9")
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), says) {
			t.Errorf("run.sh %s says %q (%v), want %q", args, out, err, says)
		}
	}
}
