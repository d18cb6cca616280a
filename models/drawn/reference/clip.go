package reference

import (
	"context"
	"fmt"
	"slices"
)

// clipText computes CLIP's tower for texts (Radford et al. 2021): causal, norms before the layers; the vector at the
// end of the text, which has the highest of its ids, projected.
func (m *Model) clipText(ctx context.Context, rows []Row) ([]Result, error) {
	c, l := m.config.Text, &loader{w: m.w}
	ids, places := flat(rows)
	const at = "text_model."
	x := l.lookup(at+"embeddings.token_embedding.weight", c.Vocabulary, c.Hidden, ids)
	place := l.lookup(at+"embeddings.position_embedding.weight", c.Positions, c.Hidden, places)
	x, err := m.clipTower(ctx, l, at, c, rows, x.add(place), true)
	if err != nil {
		return nil, err
	}
	x = l.norm(x, at+"final_layer_norm", c.Epsilon)
	if l.err != nil {
		return nil, l.err
	}
	out := results(rows, x)
	var ends states
	for i, r := range rows {
		ends = append(ends, out[i].Hidden[slices.Index(r.IDs, slices.Max(r.IDs))])
	}
	return m.clipProject(l, out, ends, "text_projection")
}

// EmbedImages computes CLIP's tower for images: pixels are float values [3][size][size] behind each other, normalised by
// the caller. The patches are cut without overlap, a class vector goes first, and its state at the end is projected.
func (m *Model) EmbedImages(ctx context.Context, images ...[]float32) ([]Result, error) {
	c, l := m.config.Image, &loader{w: m.w}
	if c == nil {
		return nil, fmt.Errorf("embed images: %q has no tower for them", m.config.Architectures)
	}
	const at = "vision_model."
	side := c.Size / c.Patch
	kernel := l.matrix(at+"embeddings.patch_embedding.weight", c.Hidden, 3*c.Patch*c.Patch)
	class := l.vector(at+"embeddings.class_embedding", c.Hidden)
	place := l.matrix(at+"embeddings.position_embedding.weight", side*side+1, c.Hidden)
	if l.err != nil {
		return nil, l.err
	}
	var x states
	rows := make([]Row, len(images))
	for i, pixels := range images {
		if len(pixels) != 3*c.Size*c.Size {
			return nil, fmt.Errorf("embed image %d: %d values, want 3 × %d × %d", i, len(pixels), c.Size, c.Size)
		}
		tokens := append(states{slices.Clone(class)}, kernel.times(patches(pixels, c.Size, c.Patch))...)
		for t := range tokens {
			for j, p := range place.row(t) {
				tokens[t][j] += float64(p)
			}
		}
		x = append(x, tokens...)
		rows[i].IDs = make([]int32, len(tokens))
	}
	x, err := m.clipTower(ctx, l, at, c, rows, l.norm(x, at+"pre_layrnorm", c.Epsilon), false)
	if err != nil {
		return nil, err
	}
	out := results(rows, x)
	var ends states
	for i := range out {
		ends = append(ends, out[i].Hidden[0])
	}
	return m.clipProject(l, out, l.norm(ends, at+"post_layernorm", c.Epsilon), "visual_projection")
}

// patches cuts an image into squares, row by row; a square's values are in the order channel, line, column.
func patches(pixels []float32, size, patch int) states {
	var out states
	for top := 0; top+patch <= size; top += patch {
		for left := 0; left+patch <= size; left += patch {
			v := make([]float64, 0, 3*patch*patch)
			for channel := range 3 {
				for y := range patch {
					start := channel*size*size + (top+y)*size + left
					v = append(v, widen(pixels[start:start+patch])...)
				}
			}
			out = append(out, v)
		}
	}
	return out
}

func (m *Model) clipTower(ctx context.Context, l *loader, prefix string, c *config, rows []Row, x states, causal bool) (states, error) {
	return m.stack(ctx, l, rows, x, c.Layers, func(i int, x states) states {
		return clipLayer(l, fmt.Sprintf("%sencoder.layers.%d.", prefix, i), c, attention{heads: c.Heads, keyHeads: c.Heads, causal: causal, rows: rows}, x)
	})
}

func clipLayer(l *loader, at string, c *config, a attention, x states) states {
	h, self := l.norm(x, at+"layer_norm1", c.Epsilon), at+"self_attn."
	q, k, v := l.linear(h, self+"q_proj", c.Hidden), l.linear(h, self+"k_proj", c.Hidden), l.linear(h, self+"v_proj", c.Hidden)
	y := l.linear(a.apply(q, k, v), self+"out_proj", c.Hidden)
	x = x.add(y)
	inner := l.linear(l.norm(x, at+"layer_norm2", c.Epsilon), at+"mlp.fc1", c.Inner)
	y = l.linear(inner.each(quickGELU), at+"mlp.fc2", c.Hidden)
	return x.add(y)
}

// clipProject projects one state a result into the space that texts and images share.
func (m *Model) clipProject(l *loader, out []Result, ends states, name string) ([]Result, error) {
	y := l.project(ends, name, m.config.Project)
	if l.err != nil {
		return nil, l.err
	}
	for i := range out {
		out[i].Dense = unit(y[i])
	}
	return out, nil
}
