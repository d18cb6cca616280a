package cuda

import (
	"slices"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/models"
)

// clip is the space that texts and images share (Radford et al. 2021). A batch contains one or the other.
type clip struct {
	texts
	width            int
	end              int32 // the token that stands for a text
	tower            clipTower
	words, positions cuda.Pointer
	image            *clipImage // nil: the profile embeds no images
}

func loadCLIP(l *loader, r repository) *clip {
	t := &r.CLIP.Text
	r.expect(l, models.Dense, r.CLIP.Width, t.Places)
	c := &clip{texts: texts{window: r.model.Window, vocabulary: t.Vocabulary}, width: r.CLIP.Width}
	if after := r.model.PassageFrame.After; len(after) == 1 {
		c.end = after[0]
	} else {
		l.fail("the manifest puts the ids %v behind a text, want the one that stands for it", after)
	}
	const p = "text_model."
	c.words = l.matrix(t.Hidden, t.Vocabulary, l.stack(t.Hidden, part{p + "embeddings.token_embedding.weight", t.Vocabulary}))
	c.positions = l.matrix(t.Hidden, t.Places, l.stack(t.Hidden, part{p + "embeddings.position_embedding.weight", t.Places}))
	c.tower = loadTower(l, p, &t.CLIPTower, "final_layer_norm", "text_projection", c.width, true)
	if r.model.Image != nil {
		c.image = loadCLIPImage(l, r)
	}
	return c
}

// lay picks the first end token of a text, or its first token if there is none.
func (c *clip) lay(in *batch.Batch, rows []int) (*layout, error) {
	if len(in.Images) > 0 && c.image != nil {
		return c.image.lay(in, rows)
	}
	return c.texts.lay(in, rows, func(ids []int32) int { return max(0, slices.Index(ids, c.end)) })
}

// needs is sufficient for texts, and for images of as many tokens.
func (c *clip) needs(s size) need {
	n := c.tower.needs(s)
	if c.image != nil {
		n = n.with(c.image.needs(s))
	}
	return n
}

func (c *clip) walk(k *walker) {
	if k.layout.images {
		c.image.walk(k)
		return
	}
	k.gathered(k.buffers[bufferX], c.words, c.positions, c.tower.hidden)
	c.tower.walk(k)
}

func (c *clip) values(l *layout, data []byte, out outcome) error {
	return denseValues(l, data, c.width, out)
}
