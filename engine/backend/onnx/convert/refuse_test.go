package convert

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
)

// TestConvertRefuses: whatever would make other numbers than the model's own is an error that names it.
func TestConvertRefuses(t *testing.T) {
	set := func(file, key string, v any) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			changeJSON(t, filepath.Join(dir, filepath.FromSlash(file)), func(c map[string]any) { c[key] = v })
		}
	}
	write := func(file, content string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(file)), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	drop := func(file string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	const graph, causal, late, sparse = models.Graph, models.Causal, models.LateInteraction, models.Sparse
	for name, c := range map[string]struct {
		space  models.Space
		change func(*testing.T, string)
		want   string // parts of the message, between |
	}{
		"unknown architecture":  {graph, set("config.json", "architectures", []string{"RobertaModel"}), "RobertaModel|known are BertForMaskedLM, BertModel, CLIPModel, HF_ColBERT, NomicBertModel, Qwen2ForCausalLM, Qwen2Model, XLMRobertaModel"},
		"no architecture":       {graph, set("config.json", "architectures", nil), "architectures []"},
		"two architectures":     {graph, set("config.json", "architectures", []string{"BertModel", "BertForMaskedLM"}), "is not known"},
		"other model type":      {graph, set("config.json", "model_type", "roberta"), "model_type is roberta, but only bert"},
		"relative places":       {graph, set("config.json", "position_embedding_type", "relative_key"), "position_embedding_type is relative_key"},
		"a decoder":             {graph, set("config.json", "is_decoder", true), "is_decoder is true"},
		"unknown activation":    {graph, set("config.json", "hidden_act", "mish"), `"mish" is not known; known are ["gelu"`},
		"quantised weights":     {graph, set("config.json", "quantization_config", map[string]any{"bits": 4}), "quantization_config"},
		"uneven heads":          {graph, set("config.json", "num_attention_heads", 7), "num_attention_heads"},
		"no layers":             {graph, set("config.json", "num_hidden_layers", 0), "num_hidden_layers is 0"},
		"more layers":           {graph, set("config.json", "num_hidden_layers", 3), "lack the tensor encoder.layer.2.attention.self.query"},
		"wider inside":          {graph, set("config.json", "intermediate_size", 100), "intermediate.dense|has the shape|config.json says [100"},
		"short vocabulary":      {graph, set("config.json", "vocab_size", 50), "vocab_size is 50|ids up to"},
		"config is no JSON":     {graph, write("config.json", "{"), "config.json"},
		"config is enormous":    {graph, write("config.json", strings.Repeat(" ", maxJSON+1)), "over the limit"},
		"no config":             {graph, drop("config.json"), "config.json"},
		"no tokenizer":          {graph, drop("tokenizer.json"), "tokenizer.json"},
		"no special tokens":     {graph, set("tokenizer.json", "post_processor", nil), "0 special tokens go before a text and 0 after it"},
		"no weights":            {graph, drop("model.safetensors"), "model.safetensors"},
		"another pooling":       {graph, set("1_Pooling/config.json", "pooling_mode_cls_token", true), "cls_token|pooled by \"mean_tokens\""},
		"no pooling":            {graph, drop("1_Pooling/config.json"), "1_Pooling/config.json, which is missing"},
		"a step more":           {graph, write("modules.json", `[{"type":"sentence_transformers.models.Dense","path":"2_Dense"}]`), "models.Dense"},
		"a path outside":        {graph, write("modules.json", `[{"type":"a.Pooling","path":"../x"}]`), "leaves the folder"},
		"too long texts":        {graph, set("sentence_bert_config.json", "max_seq_length", 1024), "max_seq_length is 1024, but the model has 512"},
		"no room for text":      {graph, set("sentence_bert_config.json", "max_seq_length", 2), "leaves 0 for text"},
		"dense for sparse":      {sparse, set("config.json", "architectures", []string{"BertModel"}), "does not give what E6"},
		"another sparse way":    {sparse, set("1_SpladePooling/config.json", "pooling_strategy", "sum"), "pools by sum"},
		"sparse for dense":      {graph, set("config.json", "architectures", []string{"BertForMaskedLM"}), "does not give what E8"},
		"other width":           {models.Semantic, copyOf(graph), "is 384 wide, but E1 semantic is 1024"},
		"mask looked at":        {late, set("artifact.metadata", "attend_to_mask_tokens", true), "attend_to_mask_tokens true"},
		"other similarity":      {late, set("artifact.metadata", "similarity", "l2"), `"l2"`},
		"no marker":             {late, set("artifact.metadata", "query_token_id", "[Q]"), "want the token [Q]"},
		"long questions":        {late, set("artifact.metadata", "query_maxlen", 400), "query_maxlen 400"},
		"part of a head turned": {causal, set("config.json", "rotary_emb_fraction", 0.5), "rotary_emb_fraction is 0.5"},
		"stretched places":      {causal, set("config.json", "rotary_scaling_factor", 2), "rotary_scaling_factor"},
		"norm in front":         {causal, set("config.json", "prenorm", true), "prenorm is true"},
		"no gate":               {causal, set("config.json", "activation_function", "gelu"), "activation_function is gelu"},
		"biases that are not":   {causal, set("config.json", "qkv_proj_bias", true), "lack the tensor encoder.layers.0.attn.Wqkv.bias"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := writeTiny(t, c.space, nil)
			c.change(t, dir)
			_, err := Convert(context.Background(), Options{Space: c.space, Dir: dir, Root: filepath.Dir(dir)})
			checkMessage(t, err, c.want)
			left, globErr := filepath.Glob(filepath.Join(dir, "graph*"))
			if globErr != nil || len(left) > 0 {
				t.Errorf("a refused model leaves %v", left)
			}
		})
	}
}

// copyOf puts the files of another space's model in the place of the folder's own.
func copyOf(s models.Space) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := drawn.Write(dir, s, drawn.Tiny, 7); err != nil {
			t.Fatal(err)
		}
	}
}

func checkMessage(t *testing.T, err error, parts string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range strings.Split(parts, "|") {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error is\n%v\nwithout %q", err, want)
		}
	}
}

func TestOptionsRefused(t *testing.T) {
	dir := writeTiny(t, models.Graph, nil)
	for name, c := range map[string]struct {
		change func(*Options)
		want   string
	}{
		"arithmetic space":    {func(o *Options) { o.Space = models.HDC }, "E9 hdc has no model"},
		"no space":            {func(o *Options) { o.Space = 40 }, "has no model"},
		"unknown precision":   {func(o *Options) { o.Precision = "int4" }, `"int4": want f32 or int8`},
		"heads for others":    {func(o *Options) { o.Heads = "heads.safetensors" }, "only the causal space"},
		"folder is missing":   {func(o *Options) { o.Dir += "x" }, "no such file"},
		"folder is a file":    {func(o *Options) { o.Dir = filepath.Join(dir, "config.json") }, "is a file"},
		"outside the profile": {func(o *Options) { o.Root = filepath.Join(dir, "1_Pooling") }, "does not hold it"},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Space: models.Graph, Dir: dir, Root: filepath.Dir(dir)}
			c.change(&o)
			_, err := Convert(context.Background(), o)
			checkMessage(t, err, c.want)
		})
	}
}

func TestHeadsRefused(t *testing.T) {
	dir := writeTiny(t, models.Causal, nil)
	wide, narrow := make([]float32, 768*768), make([]float32, 4)
	writeTensors(t, filepath.Join(dir, "one.safetensors"), map[string][]float32{"cause.weight": wide}, 768, 768)
	writeTensors(t, filepath.Join(dir, "narrow.safetensors"), map[string][]float32{"cause.weight": narrow, "effect.weight": narrow}, 2, 2)
	for heads, want := range map[string]string{
		filepath.Join(dir, "one.safetensors"):                        "lack the tensor effect.weight",
		filepath.Join(dir, "narrow.safetensors"):                     "cause.weight has the shape [2 2]",
		filepath.Join(dir, "none.safetensors"):                       "none.safetensors",
		filepath.Join(filepath.Dir(dir), "elsewhere", "safetensors"): "want a file in the repository's folder",
	} {
		_, err := Convert(context.Background(), Options{Space: models.Causal, Dir: dir, Root: filepath.Dir(dir), Heads: heads})
		checkMessage(t, err, want)
	}
}
