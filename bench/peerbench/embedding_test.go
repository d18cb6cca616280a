package peerbench

import (
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/bench/mix"
	"asterism/models/drawn/reference"

	ort "github.com/yalue/onnxruntime_go"
)

// smallLesson is the embedding part's model and texts in their small size.
func smallLesson(t *testing.T) *lesson {
	t.Helper()
	s, err := sizesOf("small")
	if err != nil {
		t.Fatal(err)
	}
	l, err := (&bench{sizes: s, dir: t.TempDir()}).openLesson(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.own.close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// few is how many texts are compared with the reference.
const few = 4

// TestAllSidesAreGivenTheSame: texts have the lengths of the mix; ours gives the float64 reference's vectors of them, each in its place whatever the call it came in; ONNX Runtime
// gives the same with both exports that peers load, as far as their precision goes.
func TestAllSidesAreGivenTheSame(t *testing.T) {
	l := smallLesson(t)
	rows := rowsOf(l.own.f32.tokenizer, l.texts)
	for i, length := range mix.Lengths(len(l.texts), 1) {
		if len(rows[i]) != max(length, fewestTokens) {
			t.Errorf("text %d has %d tokens, want %d", i, len(rows[i]), length)
		}
	}
	ref, err := reference.Open(l.repository.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	var texts []string // short ones: the reference takes its time
	var short [][]int32
	for i, row := range rows {
		if len(row) < 40 && len(short) < few {
			texts, short = append(texts, l.texts[i]), append(short, row)
		}
	}
	values, err := ref.Embed(t.Context(), reference.Rows(short)...)
	if err != nil {
		t.Fatal(err)
	}
	want := make([][]float32, few)
	for i, v := range values {
		for _, x := range v.Dense {
			want[i] = append(want[i], float32(x))
		}
	}
	many := slices.Repeat(texts, callTexts/few+1) // more than one call
	for name, side := range map[string]struct {
		e     *embedder
		least float64
	}{"f32": {l.own.f32, .99999}, "int8": {l.own.int8, .99}} {
		got, err := side.e.vectors(t.Context(), many)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if near, err := leastCosine(got[i:i+1], want[i%few:i%few+1]); err != nil || !(near >= side.least) {
				t.Errorf("ours in %s, text %d: as near as %v (%v), want %v", name, i, near, err, side.least)
			}
		}
	}
	for name, least := range map[string]float64{"model.onnx": .99999, "model_quantized.onnx": .99} {
		got := throughRuntime(t, filepath.Join(l.repository.dir, "onnx", name), short)
		if near, err := leastCosine(got, want); err != nil || !(near >= least) || name != "model.onnx" && near > 1-1e-7 {
			t.Errorf("%s: as near as %.8f (%v), want %v, and not exact in int8", name, near, err, least)
		}
	}
}

// throughRuntime is what a caller of ONNX Runtime makes of rows: the mean of the states of an export.
func throughRuntime(t *testing.T, path string, rows [][]int32) (out [][]float32) {
	t.Helper()
	s, err := ort.NewDynamicAdvancedSession(path, []string{"input_ids", "attention_mask", "token_type_ids"}, []string{"last_hidden_state"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Destroy()
	for _, row := range rows {
		inputs := make([]ort.Value, 3)
		for k := range inputs {
			numbers := make([]int64, len(row))
			for i, id := range row {
				numbers[i] = []int64{int64(id), 1, 0}[k]
			}
			if inputs[k], err = ort.NewTensor(ort.NewShape(1, int64(len(row))), numbers); err != nil {
				t.Fatal(err)
			}
			defer inputs[k].Destroy()
		}
		states := []ort.Value{nil}
		if err := s.Run(inputs, states); err != nil {
			t.Fatal(err)
		}
		data := states[0].(*ort.Tensor[float32]).GetData()
		sum := make([]float32, len(data)/len(row))
		for i, v := range data {
			sum[i%len(sum)] += v
		}
		if err := states[0].Destroy(); err != nil {
			t.Fatal(err)
		}
		out = append(out, sum)
	}
	return out
}

// TestLeastCosine: of all vectors the worst counts, and what cannot be compared is never near.
func TestLeastCosine(t *testing.T) {
	a := [][]float32{{1, 0}, {3, 4}}
	if got, err := leastCosine(a, [][]float32{{2, 0}, {4, 3}}); err != nil || math.Abs(got-.96) > 1e-6 {
		t.Errorf("least cosine %v (%v), want 0.96", got, err)
	}
	if got, err := leastCosine(a, [][]float32{{0, 0}, {3, 4}}); err != nil || got >= 0 {
		t.Errorf("least cosine with a vector that has no direction is %v (%v), want NaN", got, err)
	}
	for name, b := range map[string][][]float32{"fewer": a[:1], "shorter": {{1}, {3, 4}}} {
		if _, err := leastCosine(a, b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestContestRows: a ratio is the peer's seconds divided by ours, round by round; sides that are in no ratio give no rows.
func TestContestRows(t *testing.T) {
	c := contests()[0]
	got := valuesOf(t, c.rows(100, map[string][]float64{oursF32: {1, 2, 1}, oursInt8: {.5, .5, .5}, usual: {10, 16, 9}, tuned: {2, 2, 2}}))
	wants(t, got, map[string]float64{"cpu_vs_transformersjs_f32": 9, "cpu_vs_transformersjs_int8": 20, "cpu_vs_transformersjs_f32_tuned": 2, "cpu_vs_transformersjs_int8_tuned": 4,
		"embed.transformersjs_f32_texts_per_s": 10, "embed.transformersjs_f32_tuned_texts_per_s": 50, "embed.beside_transformersjs_f32.ours_int8_texts_per_s": 200})
	if c.has("nobody") || !c.has(usual) {
		t.Error("it is not told which sides are in a ratio")
	}
	names := map[string]bool{}
	for _, c := range contests() {
		for _, r := range c.ratios {
			if names[r.name] {
				t.Errorf("row %s is in two contests", r.name)
			}
			names[r.name] = true
		}
	}
	for _, name := range []string{"cpu_vs_transformersjs_f32", "cpu_vs_transformersjs_int8", "cpu_vs_ort_one_by_one", "cpu_vs_fastembedjs"} {
		if !names[name] {
			t.Errorf("no contest has the row %s", name)
		}
	}
}

// scripted is a peer that is a script of the shell.
func scripted(t *testing.T, script string) (*peer, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "peer.sh")
	if err := os.WriteFile(path, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	return converse(exec.CommandContext(t.Context(), "sh", path))
}

// TestTuningTakesTheFastest: of all ways, the usual one too.
func TestTuningTakesTheFastest(t *testing.T) {
	p, err := scripted(t, `echo '{"about":"a script"}'
while read -r line; do case "$line" in
*'"batch":4,"sorted":true'*) s=1 ;; *) s=3 ;; esac; echo "{\"texts\":5,\"seconds\":$s}"; done`)
	if err != nil {
		t.Fatal(err)
	}
	c := contests()[0]
	best, err := (&bench{}).tune(p, &c, 5)
	if err = errors.Join(err, p.close()); err != nil {
		t.Fatal(err)
	}
	if best != (ask{Batch: 4, Sorted: true, Texts: 5}) {
		t.Errorf("the best is %+v, want batches of 4 sorted by length", best)
	}
}

// TestAPeerThatFails is reported: one without output, one that ends, one that leaves texts out.
func TestAPeerThatFails(t *testing.T) {
	if _, err := scripted(t, "exit 4"); err == nil || !strings.Contains(err.Error(), "says nothing of itself") {
		t.Errorf("a silent peer: %v", err)
	}
	for script, want := range map[string]string{
		`echo '{"about":"it"}'; read -r line; exit 5`:                              "gives no answer",
		`echo '{"about":"it"}'; read -r line; echo '{"texts":2,"seconds":1}'`:      "for 2 texts",
		`echo '{"about":"it"}'; read -r line; echo '{"texts":3,"seconds":0}'; cat`: "after 0 s",
	} {
		p, err := scripted(t, script)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.seconds(ask{Texts: 3, Batch: 1}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", script, err, want)
		}
		_ = p.close() // it may have ended as one that failed
	}
}
