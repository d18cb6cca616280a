//go:build cuda

package cuda

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
	"asterism/models"
)

// buildMock builds the pretended driver with the kernels linked in, once.
var buildMock = sync.OnceValues(func() (string, error) { return emulate.Driver(context.Background()) })

func init() { tasks["embed"] = answering(embedInChild) }

// mockGPU is the environment in which a child finds the pretended driver with that GPU: name, MiB, compute capability, multiprocessors.
func mockGPU(t *testing.T, gpu string) []string {
	t.Helper()
	lib, err := buildMock()
	if err != nil {
		t.Fatalf("build the mock driver: %v", err)
	}
	return []string{"ASTERISM_CUDA_LIB=" + lib, "ASTERISM_MOCK_DEVICES=" + gpu}
}

// largeGPU has memory for every tiny model.
const largeGPU = "Mock H,16384,9,0,132"

// answering is a task that reads its question as JSON and writes its answer so.
func answering[Q, A any](f func(Q) A) func() error {
	return func() error {
		var q Q
		if err := json.NewDecoder(os.Stdin).Decode(&q); err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(f(q))
	}
}

// askChild has a child do a task in that environment. What the child says on standard error is a fault: the pretended driver tells there what was not given back.
func askChild[A any](t *testing.T, task string, question any, env ...string) (a A) {
	t.Helper()
	in, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, childTask+"="+task)...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &a)
	}
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s in a child: %v\n%s%s", task, err, out, stderr.Bytes())
	}
	return a
}

// question is what a child is asked over the driver, and answered is what it says.
type question struct {
	Manifest *models.Manifest
	Batches  []*batch.Batch
}
type answered struct {
	Name, Error, Log string
	Lost             bool
	Vectors          [][][]float32
}

// embedInChild opens the first GPU through the driver, embeds the batches in space E8, and says how that went.
func embedInChild(q question) (a answered) {
	var log bytes.Buffer
	err := func() (err error) {
		b, err := Open(context.Background(), Options{Manifest: q.Manifest, Tokens: 128, Rows: 16, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
		a.Name = b.Name()
		for _, in := range q.Batches {
			values, err := b.Embed(context.Background(), models.Graph, in)
			if err != nil {
				return err
			}
			var vectors [][]float32
			for _, v := range values {
				vectors = append(vectors, v.Dense)
			}
			a.Vectors = append(a.Vectors, vectors)
		}
		return nil
	}()
	if a.Log = log.String(); err != nil {
		a.Error, a.Lost = err.Error(), errors.Is(err, backend.ErrLost)
	}
	return a
}

// TestDriverCUDA walks a whole model through gorgonia.org/cu, our loader and a driver that computes when it is waited for: every bit is the emulation's, with graphs
// and without. And it takes the driver away at every stage.
func TestDriverCUDA(t *testing.T) {
	p, e := pullTiny(t, models.Graph), newBench(t)
	r := rand.New(rand.NewPCG(4, 4))
	q := question{Manifest: manifestOf(t, models.Graph), Batches: []*batch.Batch{drawRows(r, p, batch.Query, 7), drawRows(r, p, batch.Query, 11), drawRows(r, p, batch.Passage, 9, 30, 1),
		drawRows(r, p, batch.Passage, 70, 80)}} // the last is more than the lanes' memory holds
	var want [][]float32
	n := e.load(p)
	for _, in := range q.Batches {
		for _, v := range e.embed(n, in) {
			want = append(want, v.Dense)
		}
	}
	large := mockGPU(t, largeGPU)
	for name, env := range map[string][]string{"with graphs": nil, "without graphs": {"ASTERISM_MOCK_NO_GRAPHS=1"}} {
		q, want := q, want
		if env != nil { // which the questions show
			q.Batches, want = q.Batches[:2], want[:2]
		}
		got := askChild[answered](t, "embed", q, slices.Concat(large, env)...)
		if got.Error != "" || got.Name != "cuda on Mock H" {
			t.Fatalf("%s: %s says %q", name, got.Name, got.Error)
		}
		if !slices.EqualFunc(slices.Concat(got.Vectors...), want, slices.Equal) {
			t.Errorf("%s: the values are not what the emulation gives", name)
		}
		if said := strings.Count(got.Log, "captures no graphs"); said != len(env) {
			t.Errorf("%s: said %d times that there are no graphs: %s", name, said, got.Log)
		}
	}
	early := slices.Concat(large, []string{earlyVariable + "=1"})
	if got := askChild[answered](t, "embed", q, early...); got.Error != "" || !slices.EqualFunc(slices.Concat(got.Vectors...), want, slices.Equal) {
		t.Errorf("kernels that begin early: error %q, or other values", got.Error)
	}
	for name, c := range map[string]struct {
		env  []string
		says string
		lost bool
	}{
		"none begin early":    {slices.Concat(early, []string{"ASTERISM_MOCK_NO_DEPENDENTS=1"}), "error 801", false}, // so the others' launches were such
		"too old to do so":    {slices.Concat(mockGPU(t, "Mock A,16384,8,9,128"), early[2:]), earlyVariable, false},
		"no driver":           {[]string{"ASTERISM_CUDA_LIB=/nonexistent/libcuda.so.1"}, "NoDevice", false},
		"no GPU":              {mockGPU(t, ""), "find GPU 0", false},
		"too small for it":    {mockGPU(t, "Mock S,513,9,0,132"), "more than is left", false},
		"lost at the start":   {slices.Concat(large, []string{"ASTERISM_MOCK_LOST_AFTER=0"}), "the GPU is lost", true},
		"lost within a batch": {slices.Concat(large, []string{"ASTERISM_MOCK_LOST_AFTER=100"}), "the GPU is lost", true},
	} {
		if a := askChild[answered](t, "embed", q, c.env...); !strings.Contains(a.Error, c.says) || a.Lost != c.lost {
			t.Errorf("%s: error is %q (lost: %v), want one that says %q", name, a.Error, a.Lost, c.says)
		}
	}
}

// TestClassified: what the driver answers is understood also behind words about it, and told once.
func TestClassified(t *testing.T) {
	for number, want := range map[callError]error{2: cuda.ErrMemory, 700: cuda.ErrLost, 719: cuda.ErrLost, 218: nil} {
		err := classified(fmt.Errorf("compile x.ptx: %w: what it said", callError(number)))
		if errors.Is(err, cuda.ErrMemory) != (want == cuda.ErrMemory) || errors.Is(err, cuda.ErrLost) != (want == cuda.ErrLost) {
			t.Errorf("%d is told as %v, want %v", number, err, want)
		}
		if twice := classified(fmt.Errorf("again: %w", err)); strings.Count(twice.Error(), cuda.ErrLost.Error()) > 1 {
			t.Errorf("told twice: %v", twice)
		}
	}
}
