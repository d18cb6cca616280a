package convert

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/reference"
)

// drawRows draws rows of the given lengths, framed as the model wants them; ids of special tokens are left out.
func drawRows(m *models.Model, ids int32, lengths ...int) [][]int32 {
	r := rand.New(rand.NewPCG(5, uint64(len(lengths))))
	out := make([][]int32, len(lengths))
	for i, n := range lengths {
		out[i] = slices.Clone(m.PassageFrame.Before)
		for range n - m.PassageFrame.Len() {
			out[i] = append(out[i], r.Int32N(ids))
		}
		out[i] = append(out[i], m.PassageFrame.After...)
	}
	return out
}

// checkReference compares rows, embedded together, with the float64 reference of the folder; nil rows are drawn.
func checkReference(t *testing.T, m made, rows [][]int32, bound float64, lengths ...int) {
	t.Helper()
	if rows == nil {
		rows = drawRows(m.model, 500, lengths...)
	}
	ref, err := reference.Open(m.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	want, err := ref.Embed(context.Background(), reference.Rows(rows)...)
	if err != nil {
		t.Fatal(err)
	}
	got := m.text(t).embed(t, rows, 0)
	worst := 0.0
	for i := range rows {
		worst = max(worst, distance(got[i], want[i].Dense))
	}
	t.Logf("‖out − ref‖/‖ref‖ is at most %.2g over %d rows", worst, len(rows))
	if !(worst <= bound) {
		t.Errorf("‖out − ref‖/‖ref‖ is %.3g, want at most %g", worst, bound)
	}
	if d := distance(got[0], want[1].Dense); d < 0.1 {
		t.Errorf("two texts are %.3g apart: this shows nothing", d)
	}
}

// checkBits embeds rows alone, in batches of any order and size, and with more padding, and wants the same bits.
func checkBits(t *testing.T, s *session, rows [][]int32) {
	t.Helper()
	alone := make([][]float32, len(rows))
	for i, r := range rows {
		alone[i] = s.embed(t, [][]int32{r}, 0)[0]
	}
	r := rand.New(rand.NewPCG(9, 9))
	for range 12 {
		order := r.Perm(len(rows))[:1+r.IntN(len(rows))]
		var batch [][]int32
		for _, i := range order {
			batch = append(batch, rows[i])
		}
		for k, v := range s.embed(t, batch, r.IntN(70)) {
			if !slices.Equal(v, alone[order[k]]) {
				t.Fatalf("row %d of %d tokens has other bits in a batch of %v than alone", order[k], len(rows[order[k]]), order)
			}
		}
	}
}

func TestQwen2(t *testing.T) {
	for name, c := range map[string]struct {
		precision string
		bound     float64
		change    func(*drawn.Spec)
	}{
		"float32":         {models.PrecisionF32, 1e-5, nil},
		"bfloat16 shards": {models.PrecisionF32, 1e-5, func(s *drawn.Spec) { s.DType, s.Shards, s.Prefix = drawn.BF16, 3, "model." }},
		"float16":         {models.PrecisionF32, 1e-5, func(s *drawn.Spec) { s.DType = drawn.F16 }},
		"int8":            {models.PrecisionInt8, 0.05, nil},
	} {
		t.Run(name, func(t *testing.T) {
			checkReference(t, makeTiny(t, models.Code, c.precision, c.change), nil, c.bound, 2, 5, 12)
		})
	}
}

func TestQwen2Bits(t *testing.T) {
	for _, precision := range []string{models.PrecisionF32, models.PrecisionInt8} {
		t.Run(precision, func(t *testing.T) {
			checkAllBits(t, makeTiny(t, models.Code, precision, nil), 2, 5, 63, 64, 65, 130, 17, 2)
		})
	}
}

// checkAllBits is checkBits for both ways to open a graph; matrices of integers are copied in any case.
func checkAllBits(t *testing.T, m made, lengths ...int) {
	t.Helper()
	rows := drawRows(m.model, 500, lengths...)
	checkBits(t, m.text(t), rows)
	if m.model.Precision == models.PrecisionF32 {
		checkBits(t, m.open(t, true), rows)
	}
}

// TestQwen2WithoutEnd: a tokenizer that puts nothing behind a text makes rows of one token possible.
func TestQwen2WithoutEnd(t *testing.T) {
	dir := writeTiny(t, models.Code, nil)
	changeJSON(t, filepath.Join(dir, "tokenizer.json"), func(m map[string]any) { m["post_processor"] = nil })
	m := convertTiny(t, dir, models.Code, models.PrecisionF32)
	if n := m.model.PassageFrame.Len(); n != 0 {
		t.Fatalf("the frame has %d tokens, want none", n)
	}
	checkReference(t, m, nil, 1e-5, 1, 4)
	checkAllBits(t, m, 1, 1, 2, 64, 7)
}

// TestQwen2Causal: is_causal says whether tokens look ahead, and they do not where it says nothing.
func TestQwen2Causal(t *testing.T) {
	dir := writeTiny(t, models.Code, nil)
	embed := func(change func(map[string]any)) []float32 {
		changeJSON(t, filepath.Join(dir, "config.json"), change)
		m := convertTiny(t, dir, models.Code, models.PrecisionF32)
		return m.text(t).embed(t, drawRows(m.model, 500, 9), 0)[0]
	}
	nothing := embed(func(map[string]any) {})
	causal := embed(func(c map[string]any) { c["is_causal"] = true })
	ahead := embed(func(c map[string]any) { c["is_causal"] = false })
	if !slices.Equal(nothing, causal) {
		t.Error("is_causal true changes the vector")
	}
	if d := apart(causal, ahead); d < 0.01 {
		t.Errorf("is_causal false changes the vector by %.3g only", d)
	}
}

// apart is the distance of two vectors.
func apart(a, b []float32) float64 {
	wide := make([]float64, len(b))
	for i, v := range b {
		wide[i] = float64(v)
	}
	return distance(a, wide)
}

// TestQwen2Refuses names a word of the error for every option that would change the numbers.
func TestQwen2Refuses(t *testing.T) {
	dir := writeTiny(t, models.Code, nil)
	for name, c := range map[string]struct {
		change func(map[string]any)
		want   string
	}{
		"other model type":     {func(c map[string]any) { c["model_type"] = "qwen3" }, "model_type"},
		"other activation":     {func(c map[string]any) { c["hidden_act"] = "gelu" }, "hidden_act"},
		"no layers":            {func(c map[string]any) { c["num_hidden_layers"] = 0 }, "num_hidden_layers"},
		"one layer more":       {func(c map[string]any) { c["num_hidden_layers"] = 3 }, "layers.2"},
		"odd grouping":         {func(c map[string]any) { c["num_key_value_heads"] = 5 }, "num_key_value_heads"},
		"wide heads":           {func(c map[string]any) { c["head_dim"] = 64 }, "head_dim"},
		"other inner width":    {func(c map[string]any) { c["intermediate_size"] = 256 }, "192 1536"},
		"small vocabulary":     {func(c map[string]any) { c["vocab_size"] = 100 }, "vocab_size"},
		"sliding window":       {func(c map[string]any) { c["use_sliding_window"] = true }, "use_sliding_window"},
		"sections":             {func(c map[string]any) { c["use_mrope"] = true }, "use_mrope"},
		"stretched places":     {func(c map[string]any) { c["rope_scaling"] = map[string]any{"type": "yarn", "factor": 4.0} }, "rope_scaling"},
		"stretched, new files": {func(c map[string]any) { c["rope_parameters"] = map[string]any{"rope_type": "linear"} }, "rope_parameters"},
		"no base":              {func(c map[string]any) { c["rope_theta"] = 0 }, "rope_theta"},
		"quantised":            {func(c map[string]any) { c["quantization_config"] = map[string]any{"bits": 4} }, "quantization_config"},
		"other layers":         {func(c map[string]any) { c["layer_types"] = []string{"sliding_attention"} }, "layer_types"},
		"code of its own":      {func(c map[string]any) { c["auto_map"] = map[string]any{"AutoModel": "modeling_qwen.Qwen2Model"} }, "is_causal"},
		"other code": {func(c map[string]any) {
			c["auto_map"], c["is_causal"] = map[string]any{"AutoModel": "modeling.MyModel"}, true
		}, "MyModel"},
		"other width": {func(c map[string]any) {
			c["hidden_size"], c["num_attention_heads"], c["num_key_value_heads"] = 768, 6, 1
		}, "1536"},
		"other class": {func(c map[string]any) { c["architectures"] = []string{"Qwen2ForSequenceClassification"} }, "Qwen2ForSequenceClassification"},
	} {
		t.Run(name, func(t *testing.T) { checkRefused(t, dir, "config.json", models.Code, c.change, c.want) })
	}
	t.Run("other pooling", func(t *testing.T) {
		checkRefused(t, dir, "1_Pooling/config.json", models.Code, func(c map[string]any) {
			c["pooling_mode_mean_tokens"], c["pooling_mode_lasttoken"] = true, false
		}, "mean_tokens")
	})
}

// TestQwen2NewerFiles: the base may stand among rope_parameters.
func TestQwen2NewerFiles(t *testing.T) {
	dir := writeTiny(t, models.Code, nil)
	before, err := os.ReadFile(filepath.Join(convertTiny(t, dir, models.Code, models.PrecisionF32).dir, GraphName))
	if err != nil {
		t.Fatal(err)
	}
	changeJSON(t, filepath.Join(dir, "config.json"), func(c map[string]any) {
		c["rope_parameters"] = map[string]any{"rope_type": "default", "rope_theta": c["rope_theta"]}
		delete(c, "rope_theta")
	})
	after, err := os.ReadFile(filepath.Join(convertTiny(t, dir, models.Code, models.PrecisionF32).dir, GraphName))
	if err != nil || !slices.Equal(before, after) {
		t.Errorf("the graph is another one: %v", err)
	}
}
