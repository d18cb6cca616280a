package convert

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"asterism/engine/backend/onnx/safetensors"
	"asterism/models"
	"asterism/models/drawn/reference"
)

func TestCLIPText(t *testing.T) {
	for name, c := range map[string]struct {
		precision string
		bound     float64
	}{"float32": {models.PrecisionF32, 1e-5}, "int8": {models.PrecisionInt8, 0.05}} {
		t.Run(name, func(t *testing.T) {
			m := makeTiny(t, models.Multimodal, c.precision, nil)
			rows := drawRows(m.model, 500, 2, 3, 9, 63, 64, 65, 77, 30)
			// The vector is that of the first end, wherever it is.
			rows[4][20] = m.model.PassageFrame.After[0]
			checkReference(t, m, rows, c.bound)
			checkAllBits(t, m, 2, 3, 9, 63, 64, 65, 77, 30)
		})
	}
}

// TestCLIPImage compares images, alone and together, with the reference.
func TestCLIPImage(t *testing.T) {
	for name, c := range map[string]struct {
		precision string
		bound     float64
	}{"float32": {models.PrecisionF32, 1e-5}, "int8": {models.PrecisionInt8, 0.05}} {
		t.Run(name, func(t *testing.T) {
			m := makeTiny(t, models.Multimodal, c.precision, nil)
			tower := m.model.Image
			s := openSession(t, filepath.Join(filepath.Dir(m.dir), filepath.FromSlash(tower.File.File)), []string{"pixel_values"}, []string{"embedding"})
			r := rand.New(rand.NewPCG(3, 3))
			images := make([][]float32, 5)
			for i := range images {
				images[i] = make([]float32, 3*tower.Size*tower.Size)
				for k := range images[i] {
					images[i][k] = float32(r.NormFloat64())
				}
			}
			ref, err := reference.Open(m.dir)
			if err != nil {
				t.Fatal(err)
			}
			defer ref.Close()
			want, err := ref.EmbedImages(context.Background(), images...)
			if err != nil {
				t.Fatal(err)
			}
			together := embedImages(t, s, tower.Size, images...)
			worst := 0.0
			for i := range images {
				if alone := embedImages(t, s, tower.Size, images[i])[0]; !slices.Equal(alone, together[i]) {
					t.Errorf("image %d has other bits alone than with others", i)
				}
				worst = max(worst, distance(together[i], want[i].Dense))
			}
			t.Logf("‖out − ref‖/‖ref‖ is at most %.2g", worst)
			if !(worst <= c.bound) {
				t.Errorf("‖out − ref‖/‖ref‖ is %.3g, want at most %g", worst, c.bound)
			}
			if d := distance(together[0], want[1].Dense); d < 0.1 {
				t.Errorf("two images are %.3g apart: this shows nothing", d)
			}
		})
	}
}

func embedImages(t *testing.T, s *session, size int, images ...[]float32) [][]float32 {
	t.Helper()
	return cutRows(s.run(t, tensorOf(t, slices.Concat(images...), len(images), 3, size, size))[0], len(images))
}

// TestCLIPEnd: newer files name the end of a text, which is then found by its id and not as the highest.
func TestCLIPEnd(t *testing.T) {
	dir := writeTiny(t, models.Multimodal, nil)
	legacy := convertTiny(t, dir, models.Multimodal, models.PrecisionF32)
	rows := drawRows(legacy.model, 500, 12, 30)
	want := legacy.text(t).embed(t, rows, 0)
	end := legacy.model.PassageFrame.After[0]
	changeJSON(t, filepath.Join(dir, "config.json"), func(c map[string]any) { c["text_config"].(map[string]any)["eos_token_id"] = end })
	for i, v := range convertTiny(t, dir, models.Multimodal, models.PrecisionF32).text(t).embed(t, rows, 0) {
		if !slices.Equal(v, want[i]) {
			t.Errorf("row %d has another vector when the end is named", i)
		}
	}
}

// TestCLIPRefuses names a word of the error for every option that would change the numbers.
func TestCLIPRefuses(t *testing.T) {
	dir := writeTiny(t, models.Multimodal, nil)
	in := func(part, key string, v any) func(map[string]any) {
		return func(c map[string]any) { c[part].(map[string]any)[key] = v }
	}
	set := func(key string, v any) func(map[string]any) { return func(c map[string]any) { c[key] = v } }
	for name, c := range map[string]struct {
		file   string
		change func(map[string]any)
		want   string
	}{
		"other model type":     {"config.json", set("model_type", "siglip"), "model_type"},
		"other width":          {"config.json", set("projection_dim", 512), "512 wide"},
		"other activation":     {"config.json", in("text_config", "hidden_act", "swish"), "swish"},
		"uneven heads":         {"config.json", in("text_config_dict", "num_attention_heads", 3), "num_attention_heads"},
		"no text layers":       {"config.json", in("text_config_dict", "num_hidden_layers", 0), "text_config.num_hidden_layers"},
		"text layer more":      {"config.json", in("text_config_dict", "num_hidden_layers", 3), "text_model.encoder.layers.2"},
		"image layer more":     {"config.json", in("vision_config_dict", "num_hidden_layers", 3), "vision_model.encoder.layers.2"},
		"grey images":          {"config.json", in("vision_config", "num_channels", 1), "num_channels"},
		"uneven patches":       {"config.json", in("vision_config_dict", "patch_size", 13), "patch_size"},
		"other patches":        {"config.json", in("vision_config_dict", "patch_size", 7), "patch_embedding"},
		"more places":          {"config.json", in("text_config", "max_position_embeddings", 80), "position_embedding"},
		"small vocabulary":     {"config.json", in("text_config", "vocab_size", 10), "vocab_size"},
		"other end":            {"config.json", in("text_config", "eos_token_id", 5), "eos_token_id"},
		"no end":               {"tokenizer.json", set("post_processor", nil), "behind a text"},
		"bilinear":             {"preprocessor_config.json", set("resample", 2), "resample"},
		"not resized":          {"preprocessor_config.json", set("do_resize", false), "do_resize"},
		"squashed":             {"preprocessor_config.json", set("size", map[string]any{"height": 28, "width": 28}), "size"},
		"larger crop":          {"preprocessor_config.json", set("crop_size", 56), "crop_size"},
		"crop not square":      {"preprocessor_config.json", set("crop_size", map[string]any{"height": 28, "width": 27}), "crop_size"},
		"other factor":         {"preprocessor_config.json", set("rescale_factor", 1.0/127.5), "rescale_factor"},
		"two means":            {"preprocessor_config.json", set("image_mean", []float64{0.5, 0.5}), "image_mean"},
		"deviation of nothing": {"preprocessor_config.json", set("image_std", []float64{0.5, 0, 0.5}), "image_std"},
	} {
		t.Run(name, func(t *testing.T) { checkRefused(t, dir, c.file, models.Multimodal, c.change, c.want) })
	}
	t.Run("nothing about images", func(t *testing.T) {
		if err := os.Remove(filepath.Join(dir, "preprocessor_config.json")); err != nil {
			t.Fatal(err)
		}
		if _, err := Convert(context.Background(), Options{Space: models.Multimodal, Dir: dir, Root: dir}); err == nil || !strings.Contains(err.Error(), "preprocessor_config.json") {
			t.Errorf("error is %v, want one that names preprocessor_config.json", err)
		}
	})
}

// TestCLIPNewerPreprocessing: sizes as objects say the same as numbers.
func TestCLIPNewerPreprocessing(t *testing.T) {
	dir := writeTiny(t, models.Multimodal, nil)
	want := convertTiny(t, dir, models.Multimodal, models.PrecisionF32).model.Image
	if want.Size != 28 || want.Mean != [3]float32{0.48145466, 0.4578275, 0.40821073} || want.Std != [3]float32{0.26862954, 0.26130258, 0.27577711} {
		t.Errorf("images are prepared as %+v", *want)
	}
	changeJSON(t, filepath.Join(dir, "preprocessor_config.json"), func(c map[string]any) {
		c["size"], c["crop_size"] = map[string]any{"shortest_edge": 28}, map[string]any{"height": 28, "width": 28}
		c["do_rescale"], c["rescale_factor"] = true, 0.00392156862745098
	})
	if got := convertTiny(t, dir, models.Multimodal, models.PrecisionF32).model.Image; !reflect.DeepEqual(got, want) {
		t.Errorf("newer spelling gives %+v, want %+v", *got, *want)
	}
}

// TestUnalignedWeights: files of the first writers have headers of any length, so that numbers begin at any byte.
func TestUnalignedWeights(t *testing.T) {
	dir := writeTiny(t, models.Multimodal, nil)
	m := convertTiny(t, dir, models.Multimodal, models.PrecisionF32)
	rows := drawRows(m.model, 500, 12, 30)
	want := m.text(t).embed(t, rows, 0)
	path := filepath.Join(dir, safetensors.SingleName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := binary.LittleEndian.Uint64(data)
	shifted := append(binary.LittleEndian.AppendUint64(nil, n+1), data[8:8+n]...)
	if err := os.WriteFile(path, append(append(shifted, ' '), data[8+n:]...), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, v := range convertTiny(t, dir, models.Multimodal, models.PrecisionF32).text(t).embed(t, rows, 0) {
		if !slices.Equal(v, want[i]) {
			t.Errorf("row %d has another vector when the weights lie one byte further", i)
		}
	}
}
