package cuda

import (
	"errors"
	"fmt"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
)

// clipImage is the tower for images: their squares through one matrix, the class vector in front of them, positions, a norm, and the blocks.
type clipImage struct {
	tower       clipTower
	size, patch int          // pixels along a side
	squares     dense        // [hidden, 3·patch²], rows padded with zeros
	positions   cuda.Pointer // of the first place with the class vector in it
	before      norm
}

func loadCLIPImage(l *loader, r repository) *clipImage {
	c, h := &r.CLIP.Image, r.CLIP.Image.Hidden
	if r.model.Image.Size != c.Size {
		l.fail("the manifest's images are of %d pixels, config.json's of %d", r.model.Image.Size, c.Size)
	}
	const p = "vision_model."
	m := &clipImage{size: c.Size, patch: c.Patch}
	values, depth := 3*c.Patch*c.Patch, cuda.PatchDepth(c.Patch)
	kernel := l.find(p+"embeddings.patch_embedding.weight", h, 3, c.Patch, c.Patch)
	m.squares = l.dense(depth, h, 0, widened(values, depth, func(from, n int) []float32 { return l.rowsOf(kernel, from, n) }))
	m.positions = l.classed(h, m.tokens())
	m.before = l.norm(p+"pre_layrnorm", h, c.Epsilon) // spelled so in the files
	m.tower = loadTower(l, p, &c.CLIPTower, "post_layernorm", "visual_projection", r.CLIP.Width, false)
	return m
}

// classed are the position vectors, with the class vector added to the first.
func (l *loader) classed(h, places int) cuda.Pointer {
	const p = "vision_model.embeddings."
	class, rows := l.numbers(part{p + "class_embedding", h}), l.stack(h, part{p + "position_embedding.weight", places})
	return l.matrix(h, places, func(from, n int) []float32 {
		v := rows(from, n)
		if from == 0 && v != nil {
			for i, x := range class {
				v[i] += x
			}
		}
		return v
	})
}

// tokens is how many an image has.
func (m *clipImage) tokens() int { return cuda.PatchTokens(m.size, m.patch) }

// lay gives each image its tokens: their table is the product of their own squares, so an id is a token's number.
func (m *clipImage) lay(in *batch.Batch, rows []int) (*layout, error) {
	if len(in.IDs) > 0 || len(in.Offsets) > 0 || len(in.Texts) > 0 || len(in.Times) > 0 {
		return nil, errors.New("check batch: images and texts in one batch")
	}
	l := newLayout(in.Role)
	l.images = true
	want := 3 * m.size * m.size
	for _, row := range rows {
		pixels := in.Images[row]
		if len(pixels) != want {
			return nil, fmt.Errorf("check batch: image %d has %d values, want %d for 3 × %d × %d", row, len(pixels), want, m.size, m.size)
		}
		ids, from := make([]int32, m.tokens()), l.size().tokens
		for i := range ids {
			ids[i] = int32(from + i)
		}
		l.rows, l.pixels = append(l.rows, row), append(l.pixels, pixels...)
		l.text(ids, nil, len(ids), 0)
	}
	return l.closed(), nil
}

func (m *clipImage) needs(s size) need {
	n := m.tower.needs(s)
	images := (s.tokens + m.tokens() - 1) / m.tokens() // a planned size may have more texts
	n.buffers[bufferWide] = max(n.buffers[bufferWide], 2*s.tokens*m.squares.in)
	n.pixels = 4 * images * 3 * m.size * m.size
	return n
}

func (m *clipImage) walk(k *walker) {
	x, y, wide := k.buffers[bufferX], k.buffers[bufferY], k.buffers[bufferWide]
	k.launch(cuda.Patches(wide, k.pixels, k.texts(), m.size, m.patch))
	k.product(cuda.Plain, y, wide, m.squares, 0)
	k.embedded(x, y, m.positions, 0, m.before)
	m.tower.walk(k)
}
