package convert

import (
	"encoding/json"
	"fmt"

	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

// clipImage writes the second graph of the space: input pixel_values, output embedding.
func (j *job) clipImage(c *CLIP) error {
	tower, err := j.imageTower(c.Image.Size)
	if err != nil {
		return err
	}
	j.model.Image = tower
	j.image = newBuilder(j.b.weights, j.side, j.opt.Precision)
	b, t := j.image, &c.Image
	b.g.Input("pixel_values", graph.Float, graph.Dims{"batch", t.Channels, t.Size, t.Size})
	x := b.clipPatches(t)
	x = b.clipLayers("vision_model.", x, &t.CLIPTower, false)
	first := b.twice(b.firstToken(x), func(x string) string {
		return b.linear(b.clipNorm(x, "vision_model.post_layernorm", &t.CLIPTower), "visual_projection.weight", "", t.Hidden, c.Width)
	})
	b.dense(first, c.Width)
	return nil
}

// clipPatches cuts the images into squares, multiplies each by the one matrix of the convolution, puts the class vector
// in front, adds the position vectors and packs the tokens of all images; [T, Hidden], normalised.
func (b *builder) clipPatches(t *CLIPImage) string {
	const p = "vision_model.embeddings."
	side, values := int64(t.Size/t.Patch), t.Channels*t.Patch*t.Patch
	x := b.reshape("pixel_values", 0, int64(t.Channels), side, int64(t.Patch), side, int64(t.Patch))
	x = b.reshape(b.transpose(x, 0, 2, 4, 1, 3, 5), -1, int64(values))
	matrix := b.reshape(b.weight(p+"patch_embedding.weight", t.Hidden, t.Channels, t.Patch, t.Patch), int64(t.Hidden), int64(values))
	patches := b.reshape(b.op("Gemm", []string{x, matrix}, attr("transB", int64(1))), -1, side*side, int64(t.Hidden))

	batch := b.size("pixel_values", 0)
	class := b.op("Expand", []string{b.weight(p+"class_embedding", t.Hidden),
		b.op("Concat", []string{batch, b.ints(1, int64(t.Hidden))}, attr("axis", int64(0)))})
	tokens := b.op("Concat", []string{class, patches}, attr("axis", int64(1)))
	count := int(side*side) + 1
	tokens = b.op("Add", []string{tokens, b.weight(p+"position_embedding.weight", count, t.Hidden)})

	ones := b.op("Expand", []string{b.number(1), b.op("Concat", []string{batch, b.ints(int64(count))}, attr("axis", int64(0)))})
	b.pack(ones, ones)
	return b.clipNorm(b.reshape(tokens, -1, int64(t.Hidden)), "vision_model.pre_layrnorm", &t.CLIPTower) // spelled so in the files
}

// preprocessing is preprocessor_config.json: how an image becomes pixel values. What is left out has the default of the
// architecture's image processor.
type preprocessing struct {
	Resize    bool            `json:"do_resize"`
	Size      json.RawMessage `json:"size"` // the shorter edge: a number, or {"shortest_edge": n}
	Resample  int             `json:"resample"`
	Crop      bool            `json:"do_center_crop"`
	CropSize  json.RawMessage `json:"crop_size"` // a number, or {"height": n, "width": n}
	Rescale   bool            `json:"do_rescale"`
	Factor    float64         `json:"rescale_factor"`
	Normalise bool            `json:"do_normalize"`
	Mean      []float32       `json:"image_mean"`
	Std       []float32       `json:"image_std"`
}

// bicubic is how Pillow numbers the resampling by cubic polynomials.
const bicubic = 3

// imageTower reads how images are prepared and accepts one way only: the shorter edge to size by bicubic resampling,
// the middle square, (x/255 − mean)/std.
func (j *job) imageTower(size int) (*models.ImageTower, error) {
	p := preprocessing{Resize: true, Resample: bicubic, Crop: true, Rescale: true, Factor: 1.0 / 255, Normalise: true}
	const name = "preprocessor_config.json"
	found, err := j.optional(name, &p)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("%s is missing: it says how images are prepared", name)
	}
	for _, w := range []want{
		{"do_resize", p.Resize, true}, {"size", pixels(p.Size, size, "shortest_edge"), size}, {"resample", p.Resample, bicubic},
		{"do_center_crop", p.Crop, true}, {"crop_size", pixels(p.CropSize, size, "height", "width"), size},
		{"do_rescale", p.Rescale, true}, {"rescale_factor as 1/255", p.Factor > 0.00392156 && p.Factor < 0.00392157, true},
		{"do_normalize", p.Normalise, true}, {"numbers of image_mean", len(p.Mean), 3}, {"numbers of image_std", len(p.Std), 3},
	} {
		if w.got != w.want {
			return nil, fmt.Errorf("%s: %s is %v, but only %v is known here", name, w.name, w.got, w.want)
		}
	}
	for i, v := range p.Std {
		if !(v > 0) {
			return nil, fmt.Errorf("%s: image_std of channel %d is %v, want above 0", name, i, v)
		}
	}
	return &models.ImageTower{Size: size, Mean: [3]float32(p.Mean), Std: [3]float32(p.Std)}, nil
}

// pixels returns the number in raw: as such, or once under each of the keys, in an object that has no other; whole
// when raw is empty, 0 for any other form.
func pixels(raw json.RawMessage, whole int, keys ...string) int {
	if raw == nil {
		return whole
	}
	var n int
	if json.Unmarshal(raw, &n) == nil {
		return n
	}
	var m map[string]int
	if json.Unmarshal(raw, &m) != nil || len(m) != len(keys) {
		return 0
	}
	n = m[keys[0]]
	for _, key := range keys {
		if m[key] != n {
			return 0
		}
	}
	return n
}
