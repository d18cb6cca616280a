package convert

import (
	"os"
	"path/filepath"
	"testing"

	"asterism/engine/token"
	"asterism/models"
)

// FuzzConfig: whatever is in config.json and in ColBERT's settings, reading them gives options within bounds or an
// error.
func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"architectures":["BertModel"],"model_type":"bert","hidden_size":384,"num_attention_heads":12,"num_hidden_layers":6,"intermediate_size":1536,"max_position_embeddings":512,"vocab_size":30522,"type_vocab_size":2}`))
	f.Add([]byte(`{"architectures":["NomicBertModel"],"model_type":"nomic_bert","n_embd":768,"n_head":12,"n_inner":3072,"n_layer":12,"n_positions":8192,"vocab_size":30528,"type_vocab_size":2,"activation_function":"swiglu","rotary_emb_base":1000,"rotary_emb_fraction":1.0}`))
	f.Add([]byte(`[{"type":"a.Pooling","path":"1_Pooling"}]`))
	f.Add([]byte(`{"hidden_size":1e9,"num_attention_heads":-1,"n_inner":null,"dim":0}`))
	tok, err := token.Load(filepath.Join(tokenFiles, "wordpiece.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		for _, name := range []string{"config.json", "artifact.metadata", "sentence_bert_config.json", "modules.json"} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		c, err := readConfig(filepath.Join(dir, "config.json"))
		if err != nil {
			return
		}
		j := &job{config: c, tok: tok, opt: Options{Dir: dir, Space: models.Graph}}
		if c, err := j.readBERT(); err == nil && (c.Heads < 1 || c.Hidden%c.Heads != 0 || c.Vocabulary < tok.VocabSize()) {
			t.Errorf("taken: %+v", c)
		}
		if c, err := j.readNomic(); err == nil && (c.Hidden%(2*c.Heads) != 0 || *c.Inner < 1 || !(c.RotaryBase > 1)) {
			t.Errorf("taken: %+v", c)
		}
		if n, err := j.window(512, 512); err == nil && (n < 1 || n > 512) {
			t.Errorf("window %d of 512 places", n)
		}
		j.readColBERT()
		j.checkModules("mean_tokens")
	})
}
