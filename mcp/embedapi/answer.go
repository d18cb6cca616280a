package embedapi

import (
	"encoding/base64"
	"encoding/binary"
	"math"

	"asterism/engine"
)

// list is OpenAI's answer, with their field names.
type list struct {
	Object string `json:"object"`
	Data   []item `json:"data"`
	Model  string `json:"model"`
	Usage  usage  `json:"usage"`
}

type item struct {
	Object    string `json:"object"`
	Index     int    `json:"index"`
	Embedding any    `json:"embedding"` // []float32, or base64 of little-endian float32
}

type usage struct {
	PromptTokens int `json:"prompt_tokens"`
	TotalTokens  int `json:"total_tokens"`
}

// answer returns an error for a text without a value in the space: typed clients expect numbers, and zeros would be wrong.
func answer(r *request, got *engine.Embedded) (*list, error) {
	l := &list{Object: "list", Model: r.model.ID, Data: make([]item, len(got.Values))}
	for i := range got.Values {
		v := r.model.vector(got.Values[i][r.model.Space])
		if v == nil {
			return nil, bad("input", "text %d has no value in %s: leave it out", i, r.model.ID)
		}
		l.Data[i] = item{Object: "embedding", Index: i, Embedding: r.encode(shorten(v, r.dimensions))}
		l.Usage.PromptTokens += got.Tokens[i]
	}
	l.Usage.TotalTokens = l.Usage.PromptTokens
	return l, nil
}

// encode returns a vector in its JSON form.
func (r *request) encode(v []float32) any {
	if !r.base64 {
		return v
	}
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(b)
}

// shorten returns the first n numbers, scaled to length 1 (Kusupati et al. 2022, "Matryoshka representation learning"). The loss depends on how a model was trained; in the full
// profile only the model of E5 was trained for it.
func shorten(v []float32, n int) []float32 {
	if n >= len(v) {
		return v
	}
	sum := 0.0
	for _, x := range v[:n] {
		sum += float64(x) * float64(x)
	}
	if sum == 0 { // all of the vector was in the rest
		return v[:n]
	}
	out := make([]float32, n)
	for i, x := range v[:n] {
		out[i] = float32(float64(x) / math.Sqrt(sum))
	}
	return out
}
