//go:build cuda

package cuda

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// blasQuestion is how many of the products are tried, and whether the lane's stream joins.
type blasQuestion struct {
	Products int
	Join     bool
}

// blasAnswer is what a child says of cuBLASLt.
type blasAnswer struct {
	Choices  []string
	Off      []float64 // the error of each product through a lane's stream
	Log      string
	Launched []string // kernels that followed the library's products
	Fault    string
}

// countedLibrary is a library that counts its products.
type countedLibrary struct {
	library
	products *int
}

func (c countedLibrary) multiply(queue uintptr, workspace cuda.Pointer, p blasProduct) (bool, error) {
	*c.products++
	return c.library.multiply(queue, workspace, p)
}

// blasTrials are the products of the test.
var blasTrials = []struct {
	f             cuda.Activation
	biased, added bool
}{
	{cuda.Plain, true, true}, {cuda.GELU, true, false}, {cuda.Plain, false, false}, {cuda.GELUTanh, true, false}, {cuda.GELUTanh, false, false},
	{cuda.QuickGELU, true, false}, {cuda.SwiGLU, true, false},
}

func init() { tasks["blas"] = answering(blasInChild) }

// blasTokens leaves two numbers of rows for which the library is asked: 1,024 is measured, and comes before 256 ends.
const blasTokens = 1024

// blasInChild warms a network whose products take long but by the library, and multiplies on a stream of its own.
func blasInChild(q blasQuestion) (a blasAnswer) {
	runtime.LockOSThread()
	err := func() error {
		root, err := openDriver(0)
		if err != nil {
			return err
		}
		t, m := &failing{}, &fakeMachine{Machine: root}
		var log bytes.Buffer
		made := 0
		p := newWays(os.Getenv("ASTERISM_TEST_CACHE"), m, nil, &log)
		p.library = func() library {
			if lib := openLibrary(); lib != nil {
				return countedLibrary{lib, &made}
			}
			return nil
		}
		p.time = func(_ cuda.Machine, run func() error) (time.Duration, error) {
			before := made
			if err := run(); err != nil || made > before {
				return time.Millisecond, err
			}
			return 5 * time.Millisecond, nil
		}
		r := rand.New(rand.NewPCG(1, 2))
		var trials []trial
		net := &layers{}
		for _, c := range blasTrials[:q.Products] {
			trials = append(trials, newTrial(t, m, r, c.f, 32, 64, c.biased, c.added))
			net.tasks = append(net.tasks, trials[len(trials)-1].task)
		}
		queue := queuedMills{m, root.(queued)}
		if err := p.warm(context.Background(), queue, []network{net}, blasTokens); err != nil {
			return err
		}
		a.Choices = p.Choices()
		stream, err := root.Device().Stream(false)
		if err != nil {
			return err
		}
		lane := &fakeMachine{Machine: stream}
		if q.Join {
			err = p.join(stream)
		}
		for _, trial := range trials {
			before := made
			a.Off = append(a.Off, trial.run(t, queuedMills{lane, stream.(queued)}, m, p, r, 300))
			if made > before {
				a.Launched = append(a.Launched, "the library")
			} else {
				a.Launched = append(a.Launched, lane.last())
			}
		}
		a.Log = log.String()
		return errors.Join(err, p.leave(stream), stream.Close(), p.close(queue), root.Close())
	}()
	if err != nil {
		a.Fault = err.Error()
	}
	return a
}

// queuedMills is a watched machine whose stream a library can be told.
type queuedMills struct {
	*fakeMachine
	queued
}

// failing stands for a test in a child.
type failing struct{ testing.TB }

func (f *failing) Helper()           {}
func (f *failing) Fatal(what ...any) { panic(fmt.Sprint(what...)) }

func askBLAS(t *testing.T, q blasQuestion, env ...string) blasAnswer {
	t.Helper()
	gpu := mockGPU(t, "Mock A,16384,8,0,108") // without wgmma, which has its own test
	lib := strings.TrimPrefix(gpu[0], "ASTERISM_CUDA_LIB=")
	env = append(append(gpu, "ASTERISM_CUBLASLT_LIB="+lib, "ASTERISM_TEST_CACHE="+t.TempDir()), env...)
	a := askChild[blasAnswer](t, "blas", q, env...)
	if a.Fault != "" {
		t.Fatal(a.Fault)
	}
	for i, off := range a.Off {
		if !(off <= check.OneRounding) {
			t.Errorf("product %d is off by %g", i, off)
		}
	}
	return a
}

// TestBLAS: cuBLASLt is used where it is fastest, for the functions that it can do, with the right numbers.
func TestBLAS(t *testing.T) {
	a := askBLAS(t, blasQuestion{len(blasTrials), true})
	want := []string{"the library", "the library", "the library", "the library", "the library", "the library", "gemm_swiglu"}
	if !slices.Equal(a.Launched, want) {
		t.Errorf("made by %v, chosen %v", a.Launched, a.Choices)
	}
	if strings.Contains(a.Log, "WARN") {
		t.Error(a.Log)
	}
}

// TestBLASOfOneNumberOfRows: where an algorithm is for the rows alone that it was chosen for, those of every number have their own.
func TestBLASOfOneNumberOfRows(t *testing.T) {
	if a := askBLAS(t, blasQuestion{2, true}, "ASTERISM_MOCK_BLAS=exact"); !slices.Equal(a.Launched, []string{"the library", "the library"}) {
		t.Errorf("made by %v, chosen %v", a.Launched, a.Choices)
	}
}

// TestPlanRows: never fewer rows, at most an eighth more, and few numbers in all.
func TestPlanRows(t *testing.T) {
	seen := map[int]bool{}
	for rows := blasRows; rows <= 16896; rows++ {
		up := planRows(rows)
		if up < rows || up*8 > rows*9+8 || planRows(up) != up {
			t.Fatalf("%d rows count as %d", rows, up)
		}
		seen[up] = true
	}
	if len(seen) > 60 {
		t.Errorf("%d plans a matrix", len(seen))
	}
}

// TestBLASIsOptional: a stream that has not joined, a library that is not there, finds no way or computes something else.
func TestBLASIsOptional(t *testing.T) {
	for name, c := range map[string]struct {
		join bool
		env  string
		warn bool
	}{
		"a stream that has not joined": {false, "ASTERISM_MOCK_BLAS=", false},
		"no library":                   {true, "ASTERISM_CUBLASLT_LIB=/nowhere/libcublasLt.so", false},
		"no algorithm":                 {true, "ASTERISM_MOCK_BLAS=none", false},
		"wrong numbers":                {true, "ASTERISM_MOCK_BLAS=wrong", true},
	} {
		t.Run(name, func(t *testing.T) {
			a := askBLAS(t, blasQuestion{2, c.join}, c.env)
			if slices.Contains(a.Launched, "the library") {
				t.Errorf("made by %v", a.Launched)
			}
			if strings.Contains(a.Log, "left out") != c.warn {
				t.Errorf("the log says %q", a.Log)
			}
		})
	}
}
