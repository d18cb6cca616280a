//go:build cuda

package cuda

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/models"
)

// mockDriver builds the pretended driver with the kernels linked in: what a launch through it computes is what a card would.
func mockDriver(t *testing.T) string {
	t.Helper()
	root, dir := filepath.Join("..", "..", ".."), t.TempDir()
	object, lib := filepath.Join(dir, "mock.o"), filepath.Join(dir, "libmockcuda.so")
	header := filepath.Join(root, "third_party", "cuda")
	for _, command := range [][]string{
		{"gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC", "-I" + header, "-c", filepath.Join(header, "mock", "mock.c"), "-o", object},
		{"g++", "-std=c++20", "-O2", "-U_FORTIFY_SOURCE", "-Wall", "-Werror", "-fPIC", "-shared", "-DASTERISM_EMULATE", object, "-x", "c++",
			filepath.Join(root, "kernels", "cuda", "emulate", "driver.cu"), "-o", lib},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("build the mock driver: %v\n%s", err, out)
		}
	}
	return lib
}

// question is what a child is asked over the driver, and answered is what it says.
type question struct {
	Dir   string
	Batch *batch.Batch
}
type answered struct {
	Name, Error string
	Vectors     [][]float32
}

func init() { tasks["embed"] = embedInChild }

// embedInChild opens the first card through the driver, loads the model, embeds the batch, and says how that went.
func embedInChild() error {
	var q question
	if err := json.NewDecoder(os.Stdin).Decode(&q); err != nil {
		return err
	}
	var a answered
	if err := embedOver(q, &a); err != nil {
		a.Error = err.Error()
	}
	return json.NewEncoder(os.Stdout).Encode(a)
}

func embedOver(q question, a *answered) error {
	b, err := openOn(func() (cuda.Machine, error) { return openDriver(0) })
	if err != nil {
		return err
	}
	defer b.Close()
	a.Name = b.Name()
	if err := b.load(context.Background(), models.Graph, q.Dir); err != nil {
		return err
	}
	values, err := b.Embed(context.Background(), models.Graph, q.Batch)
	for _, v := range values {
		a.Vectors = append(a.Vectors, v.Dense)
	}
	return err
}

func ask(t *testing.T, q question, env ...string) (a answered) {
	t.Helper()
	in, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, childTask+"=embed")...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &a)
	}
	if err != nil {
		t.Fatalf("embed in a child: %v\n%s%s", err, out, stderr.Bytes())
	}
	return a
}

// TestDriverCUDA walks a whole model through gorgonia.org/cu, our loader and a driver that computes: every bit is the emulation's. And it takes the
// driver away at every stage.
func TestDriverCUDA(t *testing.T) {
	lib := "ASTERISM_CUDA_LIB=" + mockDriver(t)
	const card = "ASTERISM_MOCK_DEVICES=Mock H,1024,9,0,132"
	b, room := tinyBERT(t)
	q := question{room.dir, drawBatch(rand.New(rand.NewPCG(4, 4)), b.models[models.Graph].bert.shape.Vocabulary, 9, 30)}
	want, err := b.Embed(t.Context(), models.Graph, q.Batch)
	if err != nil {
		t.Fatal(err)
	}
	got := ask(t, q, lib, card)
	if got.Error != "" || got.Name != "cuda on Mock H" || len(got.Vectors) != len(want) {
		t.Fatalf("%s: %d vectors, error %q", got.Name, len(got.Vectors), got.Error)
	}
	for i := range want {
		if !slices.Equal(got.Vectors[i], want[i].Dense) {
			t.Errorf("row %d is not what the emulation gives", i)
		}
	}
	for name, c := range map[string]struct {
		env  []string
		says string
	}{
		"no driver":           {[]string{"ASTERISM_CUDA_LIB=/nonexistent/libcuda.so.1"}, "NoDevice"},
		"no card":             {[]string{lib, "ASTERISM_MOCK_DEVICES="}, "find card 0"},
		"too small for it":    {[]string{lib, "ASTERISM_MOCK_DEVICES=Mock S,1,9,0,132"}, "out of device memory"},
		"lost at the start":   {[]string{lib, card, "ASTERISM_MOCK_LOST_AFTER=0"}, "LaunchFailed"},
		"lost within a batch": {[]string{lib, card, "ASTERISM_MOCK_LOST_AFTER=7"}, "LaunchFailed"},
	} {
		if a := ask(t, q, c.env...); !strings.Contains(a.Error, c.says) {
			t.Errorf("%s: error is %q, want one that says %q", name, a.Error, c.says)
		}
	}
}
