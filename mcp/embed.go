package mcp

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"time"

	"asterism/engine"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// The most texts of a call, and the most bytes of numbers of an answer: a vector a token is some hundred times the text. What is more is an error
// that says so, never cut.
const (
	mostEmbedTexts = 64
	mostEmbedBytes = 4 << 20
)

// embedTexts gives the raw values of texts.
func embedTexts() *tool {
	return &tool{
		name:        "embed",
		title:       "Embed texts",
		description: "The raw vectors of texts in chosen spaces; nothing is stored. For programs: the answers are long.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"texts":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"maxItems":64},
			"spaces":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":13,"description":"Codes (E1 … E13) or names (semantic, …)"},
			"role":{"enum":["passage","query"],"default":"passage","description":"passage: as memories are embedded; query: as questions are"},
			"timestamp":{"type":"string","description":"What the temporal spaces see, RFC 3339; default now"}},
			"required":["texts","spaces"],"additionalProperties":false}`,
		output: `"embeddings":{"type":"array","items":{"type":"object","description":"By space code: vector; cause and effect; terms and weights; bits (base64 of 64-bit little-endian words); vectors, one a token; absent where undefined"}},
			"tokens":{"type":"array","items":{"type":"integer"}},"timestamp":{"type":"string"},"device":{"type":"string"}`,
		always:  []string{"embeddings", "tokens", "timestamp", "device"},
		prepare: prepareEmbed,
	}
}

// Embeddings is what embed answers.
type Embeddings struct {
	Embeddings []map[string]EmbeddedValue `json:"embeddings"` // a text each; by the space's code
	Tokens     []int                      `json:"tokens"`
	Timestamp  string                     `json:"timestamp"`
	Device     string                     `json:"device"`
}

// EmbeddedValue is a text in one space; which fields are there follows from the space's kind.
type EmbeddedValue struct {
	Vector  []float32   `json:"vector,omitempty"`
	Cause   []float32   `json:"cause,omitempty"`
	Effect  []float32   `json:"effect,omitempty"`
	Terms   []uint16    `json:"terms,omitempty"`
	Weights []float32   `json:"weights,omitempty"`
	Bits    string      `json:"bits,omitempty"`
	Vectors [][]float32 `json:"vectors,omitempty"`
}

func prepareEmbed(a *arguments) job {
	q := engine.EmbedQuestion{Texts: a.list("texts", mostEmbedTexts), Spaces: a.spaces("spaces"), Time: a.moment("timestamp")}
	if a.choice("role", "passage", []string{"passage", "query"}) == "query" {
		q.Role = batch.Query
	}
	for _, name := range []string{"texts", "spaces"} {
		if _, given := a.field(name); !given {
			a.problem("argument %q is missing", name)
		}
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		got, err := e.Embed(ctx, q)
		if err != nil {
			return nil, err
		}
		v, err := embeddingsFrom(got)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: v}, nil
	}
}

func embeddingsFrom(got *engine.Embedded) (*Embeddings, error) {
	v := &Embeddings{Tokens: got.Tokens, Timestamp: got.Time.UTC().Format(time.RFC3339Nano), Device: got.Device}
	numbers := 0
	for i := range got.Values {
		one := map[string]EmbeddedValue{}
		for _, s := range got.Values[i].Present().Spaces() {
			value := got.Values[i][s]
			numbers += len(value.Dense) + 2*len(value.Terms) + len(value.Bits) + len(value.Vectors)
			one[s.Code()] = embeddedFrom(s.Info(), value)
		}
		v.Embeddings = append(v.Embeddings, one)
	}
	if bytes := 4 * numbers; bytes > mostEmbedBytes {
		return nil, fail(engine.KindInvalid, "Send fewer texts or name fewer spaces.", "the values are %d bytes of numbers, an answer holds at most %d", bytes, mostEmbedBytes)
	}
	return v, nil
}

func embeddedFrom(info models.Info, v fingerprint.Value) (out EmbeddedValue) {
	switch info.Kind {
	case models.Pair:
		out.Cause, out.Effect = v.Dense[:info.Width], v.Dense[info.Width:]
	case models.Terms:
		for _, t := range v.Terms {
			out.Terms, out.Weights = append(out.Terms, t.ID), append(out.Weights, t.Weight)
		}
	case models.Binary:
		var words []byte
		for _, w := range v.Bits {
			words = binary.LittleEndian.AppendUint64(words, w)
		}
		out.Bits = base64.StdEncoding.EncodeToString(words)
	case models.Tokens:
		for row := v.Vectors; len(row) > 0; row = row[info.Width:] {
			out.Vectors = append(out.Vectors, row[:info.Width])
		}
	default:
		out.Vector = v.Dense
	}
	return out
}
