package drawn

import (
	"fmt"

	"asterism/engine/backend/onnx/graph"
)

// clipText writes the tower of texts: causal, so that padding behind a text is seen by nothing that counts; the state at the
// end of the text, which has its highest id, projected.
func (e *export) clipText() {
	const at = "text_model."
	e.inputs("input_ids")
	words := e.op("Gather", []string{e.weight(at + "embeddings.token_embedding.weight"), "input_ids"})
	places := e.op("Slice", []string{e.weight(at + "embeddings.position_embedding.weight"), e.ints(0), e.size("input_ids", 1), e.ints(0)})
	x := e.clipTower(e.op("Add", []string{words, places}), e.bias(e.later()), at, e.spec.Tower)
	x = e.norm(x, at+"final_layer_norm")
	end := e.op("ArgMax", []string{e.cast("input_ids", graph.Int32)}, graph.Attr{Name: "axis", Value: int64(-1)}, graph.Attr{Name: "keepdims", Value: int64(1)})
	last := e.op("GatherND", []string{x, end}, graph.Attr{Name: "batch_dims", Value: int64(1)})
	e.output("text_embeds", e.project(last, "text_projection"), "batch", e.spec.Project)
}

// clipImage writes the tower of images: patches cut by a convolution, a class vector in front, whose last state is projected.
func (e *export) clipImage() {
	const at = "vision_model."
	v := e.spec.Image
	e.g.Input("pixel_values", graph.Float, graph.Dims{"batch", "num_channels", "height", "width"})
	x := e.norm(e.clipPatches(v, at+"embeddings."), at+"pre_layrnorm")
	x = e.clipTower(x, "", at, v.Tower)
	first := e.op("Gather", []string{x, e.number(0)}, graph.Attr{Name: "axis", Value: int64(1)})
	e.output("image_embeds", e.project(e.norm(first, at+"post_layernorm"), "visual_projection"), "batch", e.spec.Project)
}

// clipPatches are the tokens of the images, [batch, patches + 1, Hidden].
func (e *export) clipPatches(v *Vision, at string) string {
	side, hidden := int64(v.Patch), int64(v.Hidden)
	cut := e.op("Conv", []string{"pixel_values", e.weight(at + "patch_embedding.weight")},
		graph.Attr{Name: "kernel_shape", Value: []int64{side, side}}, graph.Attr{Name: "strides", Value: []int64{side, side}})
	patches := e.transpose(e.op("Reshape", []string{cut, e.ints(0, hidden, -1)}), 0, 2, 1)
	class := e.op("Expand", []string{e.weight(at + "class_embedding"), e.concat(0, e.size("pixel_values", 0), e.ints(1, hidden))})
	return e.op("Add", []string{e.concat(1, class, patches), e.weight(at + "position_embedding.weight")})
}

// clipTower are the layers of a tower, with norms before them.
func (e *export) clipTower(x, bias, prefix string, t Tower) string {
	for i := range t.Layers {
		at := fmt.Sprintf("%sencoder.layers.%d.", prefix, i)
		x = e.op("Add", []string{x, e.clipAttention(e.norm(x, at+"layer_norm1"), bias, at+"self_attn.", t)})
		inner := e.silu(e.linear(e.norm(x, at+"layer_norm2"), at+"mlp.fc1"), quickGELU)
		x = e.op("Add", []string{x, e.linear(inner, at+"mlp.fc2")})
	}
	return x
}

// quickGELU is the factor of CLIP's approximation of GELU, x·σ(1.702x).
const quickGELU = 1.702

func (e *export) clipAttention(x, bias, at string, t Tower) string {
	width := t.Hidden / t.Heads
	split := func(name string, turn ...int64) string { return e.heads(e.linear(x, at+name), t.Heads, width, turn...) }
	q, k, v := split("q_proj", 0, 2, 1, 3), split("k_proj", 0, 2, 3, 1), split("v_proj", 0, 2, 1, 3)
	return e.linear(e.mix(q, k, v, bias, t.Heads, width), at+"out_proj")
}
