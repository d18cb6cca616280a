package convert

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"asterism/engine/backend/onnx/products"
	"asterism/models"
	"asterism/models/drawn"

	ort "github.com/yalue/onnxruntime_go"
)

// startRuntime loads ONNX Runtime once for the tests of this package, from where the tests of the backend find it.
var startRuntime = sync.OnceValue(func() error {
	path := os.Getenv("ASTERISM_ORT_LIB")
	if path == "" {
		path = filepath.Join("..", "..", "..", "..", "third_party", "lib", "linux-amd64", "libonnxruntime.so.1")
	}
	os.Setenv("ORT_DISABLE_TELEMETRY", "1")
	ort.SetSharedLibraryPath(path)
	return ort.InitializeEnvironment(ort.WithLogLevelFatal())
})

// session runs one graph, with one thread unless it is opened otherwise.
type session struct {
	*ort.DynamicAdvancedSession
	outputs int
}

// how is the way a session is opened: with so many threads; mapped: matrices are used directly from their file, as the
// backend does for large models, and are not copied into the processor's layout.
type how struct {
	threads int
	mapped  bool
}

func openSession(t testing.TB, path string, inputs, outputs []string) *session {
	return openAs(t, path, inputs, outputs, how{threads: 1})
}

func openMapped(t testing.TB, path string, inputs, outputs []string, mapped bool) *session {
	return openAs(t, path, inputs, outputs, how{threads: 1, mapped: mapped})
}

func openAs(t testing.TB, path string, inputs, outputs []string, h how) *session {
	t.Helper()
	if err := startRuntime(); err != nil {
		t.Fatal(err)
	}
	o, err := ort.NewSessionOptions()
	if err != nil {
		t.Fatal(err)
	}
	defer o.Destroy()
	if err := o.SetIntraOpNumThreads(h.threads); err != nil {
		t.Fatal(err)
	}
	if err := products.Exact(o); err != nil {
		t.Fatal(err)
	}
	if h.mapped {
		if err := o.AddSessionConfigEntry("session.disable_prepacking", "1"); err != nil {
			t.Fatal(err)
		}
	}
	s, err := ort.NewDynamicAdvancedSession(path, inputs, outputs, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Destroy() })
	return &session{s, len(outputs)}
}

// run returns the float32 outputs, whole.
func (s *session) run(t testing.TB, inputs ...ort.Value) [][]float32 {
	t.Helper()
	outputs := make([]ort.Value, s.outputs)
	if err := s.Run(inputs, outputs); err != nil {
		t.Fatal(err)
	}
	all := make([][]float32, len(outputs))
	for i, v := range outputs {
		if f, ok := v.(*ort.Tensor[float32]); ok {
			all[i] = append([]float32(nil), f.GetData()...)
		}
		v.Destroy()
	}
	return all
}

// embed runs rows of ids, padded to the longest and extra places more, and returns the first output row by row.
func (s *session) embed(t testing.TB, rows [][]int32, extra int) [][]float32 {
	t.Helper()
	length := 0
	for _, r := range rows {
		length = max(length, len(r))
	}
	length += extra
	ids, mask := make([]int64, len(rows)*length), make([]int64, len(rows)*length)
	for i, r := range rows {
		for k, id := range r {
			ids[i*length+k], mask[i*length+k] = int64(id), 1
		}
	}
	return cutRows(s.run(t, tensorOf(t, ids, len(rows), length), tensorOf(t, mask, len(rows), length))[0], len(rows))
}

func tensorOf[T ort.TensorData](t testing.TB, data []T, dims ...int) ort.Value {
	t.Helper()
	shape := make([]int64, len(dims))
	for i, d := range dims {
		shape[i] = int64(d)
	}
	v, err := ort.NewTensor(ort.NewShape(shape...), data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Destroy() })
	return v
}

func cutRows(all []float32, n int) [][]float32 {
	out := make([][]float32, n)
	for i := range out {
		out[i] = all[i*len(all)/n : (i+1)*len(all)/n]
	}
	return out
}

// made is a repository that models/drawn wrote and Convert took.
type made struct {
	dir   string
	model *models.Model
}

// makeTiny writes the tiny model of a space, as change wants it, and converts it.
func makeTiny(t testing.TB, s models.Space, precision string, change func(*drawn.Spec)) made {
	t.Helper()
	return convertTiny(t, writeTiny(t, s, change), s, precision)
}

func convertTiny(t testing.TB, dir string, s models.Space, precision string) made {
	t.Helper()
	m, err := Convert(context.Background(), Options{Space: s, Dir: dir, Root: filepath.Dir(dir), Precision: precision})
	if err != nil {
		t.Fatal(err)
	}
	return made{dir, m}
}

func writeTiny(t testing.TB, s models.Space, change func(*drawn.Spec)) string {
	t.Helper()
	spec, err := drawn.Describe(s, drawn.Tiny)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&spec)
	}
	dir := filepath.Join(t.TempDir(), s.Code())
	if err := spec.Write(dir, 7); err != nil {
		t.Fatal(err)
	}
	return dir
}

// text opens the text graph.
func (m made) text(t testing.TB) *session { return m.open(t, false) }

func (m made) open(t testing.TB, mapped bool) *session {
	t.Helper()
	return openMapped(t, filepath.Join(filepath.Dir(m.dir), filepath.FromSlash(m.model.File.File)), []string{"input_ids", "attention_mask"}, m.model.Outputs, mapped)
}

// distance is ‖got − want‖/‖want‖.
func distance(got []float32, want []float64) float64 {
	if len(got) != len(want) {
		return math.Inf(1)
	}
	var d, w float64
	for i, v := range want {
		d += (float64(got[i]) - v) * (float64(got[i]) - v)
		w += v * v
	}
	return math.Sqrt(d / w)
}

// checkRefused converts dir with one file changed for as long, and wants an error with the given word.
func checkRefused(t *testing.T, dir, file string, s models.Space, change func(map[string]any), word string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(file))
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer os.WriteFile(path, before, 0o644)
	changeJSON(t, path, change)
	if _, err := Convert(context.Background(), Options{Space: s, Dir: dir, Root: dir}); err == nil || !strings.Contains(err.Error(), word) {
		t.Errorf("error is %v, want one with %q", err, word)
	}
	if _, err := os.Stat(filepath.Join(dir, GraphName)); err == nil {
		t.Error("a graph was written all the same")
	}
}
