package convert

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

// TestExportPair puts both directions of E5 behind a repository's own graph and compares them with the reference.
func TestExportPair(t *testing.T) {
	only, whole := exported(t, models.Causal, "onnx/model.onnx")
	m := convertTiny(t, only, models.Causal, models.PrecisionF32)
	rows := drawRows(m.model, 500, 7, 64, 12)
	rows = append(rows, []int32{3}) // shorter than what the directions stand behind
	out := m.text(t).runRows(t, rows)
	for direction, prefix := range []string{CausePrefix, EffectPrefix} {
		checkDirection(t, made{whole, m.model}, rows[:3], cutRows(out[direction], len(rows))[:3], prefix, 1e-5)
	}
	alone := m.text(t).runRows(t, rows[3:])
	for i := range alone {
		if d := apart(alone[i], cutRows(out[i], len(rows))[3]); !(d < 1e-5) {
			t.Errorf("a text of one token is %.3g apart alone and in a batch", d)
		}
	}
}

// TestExportHeads puts matrices of the user's own behind a repository's own graph: the identity, and what turns a vector round.
func TestExportHeads(t *testing.T) {
	const width = 768
	only, _ := exported(t, models.Causal, "onnx/model.onnx")
	o := Options{Space: models.Causal, Dir: only, Root: filepath.Dir(only)}
	rows := [][]int32{{3, 4, 5, 6, 7, 8}}
	plain := convertTiny(t, only, models.Causal, models.PrecisionF32).text(t).runRows(t, rows)
	same, turned := make([]float32, width*width), make([]float32, width*width)
	for i := range width {
		same[i*width+i], turned[i*width+i] = 1, -1
	}
	o.Heads = filepath.Join(only, "heads.safetensors")
	writeTensors(t, o.Heads, map[string][]float32{"cause.weight": same, "effect.weight": turned}, width, width)
	model, err := Convert(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	headed := made{only, model}.text(t).runRows(t, rows)
	for i, v := range headed[1] {
		headed[1][i] = -v
	}
	for i, name := range []string{"cause", "effect"} {
		if d := apart(headed[i], plain[i]); !(d < 1e-6) {
			t.Errorf("%s is %.3g from what it was", name, d)
		}
	}
}

// TestExportLast takes the last token of a decoder's own graph.
func TestExportLast(t *testing.T) {
	only, whole := exported(t, models.Code, "onnx/model.onnx")
	m := convertTiny(t, only, models.Code, models.PrecisionF32)
	checkRows(t, m, whole, append(drawRows(m.model, 500, 3, 64, 9), []int32{5}))
}

// TestExportTowers takes the graphs of both of CLIP's towers.
func TestExportTowers(t *testing.T) {
	for _, file := range towerNames {
		t.Run(file, func(t *testing.T) {
			only, whole := exported(t, models.Multimodal, file)
			m := convertTiny(t, only, models.Multimodal, models.PrecisionF32)
			checkRows(t, m, whole, drawRows(m.model, 500, 3, 77, 9, 2))
			tower := m.model.Image
			images, want := drawImages(t, whole, tower.Size)
			s := openSession(t, filepath.Join(filepath.Dir(only), filepath.FromSlash(tower.File.File)), []string{"pixel_values"}, []string{"embedding"})
			for i, v := range embedImages(t, s, tower.Size, images...) {
				if d := distance(v, want[i]); !(d < 1e-5) {
					t.Errorf("image %d: ‖out − ref‖/‖ref‖ is %.3g, want less than 1e-5", i, d)
				}
			}
			if used := tower.Weights; len(used) != 1 || filepath.Base(used[0].File) != visionName {
				t.Errorf("weights of images lie in %+v, want %s", used, visionName)
			}
		})
	}
}

// TestExportPairOpsets puts both directions behind graphs of every version of the operators; the last of one token's rows too.
func TestExportPairOpsets(t *testing.T) {
	dir, _ := exported(t, models.Causal, "onnx/model.onnx")
	tok := loadTokenizer(t, dir)
	for opset := pairOpset; opset <= newestOpset; opset++ {
		t.Run(fmt.Sprint(opset), func(t *testing.T) {
			l := newLookup(t, dir, "last_hidden_state", opset, models.Causal.Info().Width)
			writeONNX(t, dir, l.Bytes())
			m := convertTiny(t, dir, models.Causal, models.PrecisionF32)
			rows := drawRows(m.model, 500, 12, 9)
			at := len(m.model.PassageFrame.Before)
			out := m.text(t).runRows(t, rows)
			for i, prefix := range []string{CausePrefix, EffectPrefix} {
				for k, v := range cutRows(out[i], len(rows)) {
					whole := slices.Concat(rows[k][:at], tok.Encode(nil, prefix), rows[k][at:])
					if d := distance(v, l.mean(whole, 0)); !(d < 1e-6) {
						t.Errorf("%s row %d is %.3g from what the tables say", prefix, k, d)
					}
				}
			}
		})
	}
	writeONNX(t, dir, newLookup(t, dir, "last_hidden_state", pairOpset-1, models.Causal.Info().Width).Bytes())
	_, err := Convert(context.Background(), Options{Space: models.Causal, Dir: dir, Root: dir})
	checkMessage(t, err, "onnx/model.onnx|version 11|need 12 or later")
}

// TestExportLastOpsets does the same for the last token.
func TestExportLastOpsets(t *testing.T) {
	dir, _ := exported(t, models.Code, "onnx/model.onnx")
	for _, opset := range []int{oldestOpset, 12, 13, 17, 18, newestOpset} {
		t.Run(fmt.Sprint(opset), func(t *testing.T) {
			l := newLookup(t, dir, "token_embeddings", opset, models.Code.Info().Width)
			writeONNX(t, dir, l.Bytes())
			rows := [][]int32{{1, 2, 3}, {7, 3}, {9}}
			for i, v := range convertTiny(t, dir, models.Code, models.PrecisionF32).text(t).embed(t, rows, 2) {
				if d := distance(v, l.mean(rows[i], len(rows[i])-1)); !(d < 1e-6) {
					t.Errorf("row %d is %.3g from what the tables say", i, d)
				}
			}
		})
	}
}

// TestExportRefusesTowers names a word of the error for every pair of graphs that is not CLIP's.
func TestExportRefusesTowers(t *testing.T) {
	dir, _ := exported(t, models.Multimodal, "onnx/text_model.onnx")
	vision := filepath.Join(dir, "onnx", visionName)
	good, err := os.ReadFile(vision)
	if err != nil {
		t.Fatal(err)
	}
	build := func(side int, output string) []byte {
		g := &graph.Graph{}
		g.Input("pixel_values", graph.Float, graph.Dims{"batch", 3, side, side})
		g.Output(output, graph.Float, graph.Dims{"batch", models.Multimodal.Info().Width})
		return g.Bytes()
	}
	for name, c := range map[string]struct {
		vision []byte
		want   string
	}{
		"other size":   {build(336, "image_embeds"), "onnx/vision_model.onnx|pixel_values|want float32 [batch, 3, 28, 28]"},
		"other output": {build(28, "pooler_output"), `onnx/vision_model.onnx: outputs are ["pooler_output"], want image_embeds`},
		"a text's":     {newLookup(t, dir, "image_embeds", 17, 8).Bytes(), `input "input_ids" is not known`},
		"none":         {nil, "onnx/vision_model.onnx"},
	} {
		t.Run(name, func(t *testing.T) {
			defer os.WriteFile(vision, good, 0o644)
			if err := os.Remove(vision); err != nil {
				t.Fatal(err)
			}
			if c.vision != nil {
				if err := os.WriteFile(vision, c.vision, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, err := Convert(context.Background(), Options{Space: models.Multimodal, Dir: dir, Root: dir})
			checkMessage(t, err, c.want)
		})
	}
	if err := os.Rename(filepath.Join(dir, "onnx", "text_model.onnx"), filepath.Join(dir, "onnx", "model.onnx")); err != nil {
		t.Fatal(err)
	}
	_, err = Convert(context.Background(), Options{Space: models.Multimodal, Dir: dir, Root: dir})
	checkMessage(t, err, "none of onnx/text_model.onnx, text_model.onnx|vision_model.onnx beside it|embeds no text alone")
}

// TestRename: names are changed wherever a node reads them, in the branches of a node too, and nowhere else.
func TestRename(t *testing.T) {
	text := func(number protowire.Number, s string) []byte { return appendBytes(nil, number, []byte(s)) }
	build := func(name string, inputs ...string) []byte {
		inner := slices.Concat(text(1, name), text(2, "input_ids_of_branch"), text(4, "Identity"))
		branch := appendBytes(text(2, "then"), 1, inner)
		attribute := appendBytes(text(1, "then_branch"), 6, branch)
		node := appendBytes(slices.Concat(text(1, "condition"), text(1, name), text(2, "y"), text(3, "input_ids"), text(4, "If")), 5, attribute)
		body := appendBytes(nil, 1, node)
		for _, in := range inputs {
			body = appendBytes(body, 11, text(1, in))
		}
		version := appendVarint(nil, 2, 17)
		return appendBytes(appendBytes(nil, 8, version), 7, body)
	}
	parse := func(data []byte, made, renamed []string) []byte {
		base, err := parseBase(&wire{r: bytes.NewReader(data), size: int64(len(data))}, "model.onnx", made, renamed)
		if err != nil {
			t.Fatal(err)
		}
		return base.bytes
	}
	got := parse(build("input_ids", "input_ids", "condition"), nil, []string{"input_ids"})
	want := parse(build(ours("input_ids"), "condition"), nil, nil)
	if !bytes.Equal(got, want) {
		t.Errorf("renamed:\n%q\nwant\n%q", got, want)
	}
	deep := []byte{}
	for range deepest {
		deep = appendBytes(nil, 1, appendBytes(nil, 5, appendBytes(nil, 6, deep)))
	}
	data := appendBytes(appendBytes(nil, 8, appendVarint(nil, 2, 17)), 7, deep)
	if _, err := parseBase(&wire{r: bytes.NewReader(data), size: int64(len(data))}, "model.onnx", nil, []string{"x"}); err == nil {
		t.Error("a graph in a graph in a graph … is taken")
	}
}
