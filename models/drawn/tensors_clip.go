package drawn

import (
	"fmt"
	"math"
)

// clip lists two towers, a projection of each, and the temperature that only training used.
func (s *Spec) clip(l *list) {
	*l = append(*l, tensor{name: "logit_scale", mean: math.Log(100)})
	l.table("text_model.embeddings.token_embedding.weight", s.Vocabulary, s.Hidden, 1)
	l.table("text_model.embeddings.position_embedding.weight", s.Positions, s.Hidden, 0.3)
	l.positions("text_model.embeddings.position_ids", s.Positions)
	s.clipTower(l, "text_model.", s.Tower)
	l.norm("text_model.final_layer_norm", s.Hidden)
	l.matrix("text_projection", s.Project, s.Hidden)

	v := s.Image
	pixels := 3 * v.Patch * v.Patch
	l.vector("vision_model.embeddings.class_embedding", v.Hidden, 0, 1)
	*l = append(*l, tensor{name: "vision_model.embeddings.patch_embedding.weight", shape: []int{v.Hidden, 3, v.Patch, v.Patch},
		std: 1 / math.Sqrt(float64(pixels))})
	l.table("vision_model.embeddings.position_embedding.weight", v.patches(), v.Hidden, 0.3)
	l.positions("vision_model.embeddings.position_ids", v.patches())
	l.norm("vision_model.pre_layrnorm", v.Hidden) // spelled so in the files
	s.clipTower(l, "vision_model.", v.Tower)
	l.norm("vision_model.post_layernorm", v.Hidden)
	l.matrix("visual_projection", s.Project, v.Hidden)
}

func (s *Spec) clipTower(l *list, prefix string, t Tower) {
	for i := range t.Layers {
		at := fmt.Sprintf("%sencoder.layers.%d.", prefix, i)
		l.norm(at+"layer_norm1", t.Hidden)
		for _, name := range []string{"q_proj", "k_proj", "v_proj", "out_proj"} {
			l.linear(at+"self_attn."+name, t.Hidden, t.Hidden)
		}
		l.norm(at+"layer_norm2", t.Hidden)
		l.linear(at+"mlp.fc1", t.Inner, t.Hidden)
		l.linear(at+"mlp.fc2", t.Hidden, t.Inner)
	}
}
