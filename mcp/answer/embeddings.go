package answer

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/fingerprint"
	"asterism/mcp/failure"
	"asterism/models"
)

// Embeddings is what embed answers.
type Embeddings struct {
	Embeddings []map[string]EmbeddedValue `json:"embeddings"` // one for each text; by the space's code
	Tokens     []int                      `json:"tokens"`
	Timestamp  string                     `json:"timestamp"`
	Device     string                     `json:"device"`
}

// Words says where the numbers are. A model cannot use them, and a program reads the structured content.
func (e *Embeddings) Words() string {
	spaces := 0
	if len(e.Embeddings) > 0 {
		spaces = len(e.Embeddings[0])
	}
	return fmt.Sprintf("The values of %s in %s are in the structured content.\n", count(len(e.Embeddings), "text", "texts"), count(spaces, "space", "spaces"))
}

// EmbeddedValue is a text in one space. The space's kind determines which fields are set.
type EmbeddedValue struct {
	Vector  []float32   `json:"vector,omitempty"`
	Cause   []float32   `json:"cause,omitempty"`
	Effect  []float32   `json:"effect,omitempty"`
	Terms   []uint16    `json:"terms,omitempty"`
	Weights []float32   `json:"weights,omitempty"`
	Bits    string      `json:"bits,omitempty"`
	Vectors [][]float32 `json:"vectors,omitempty"`
}

// mostEmbedBytes is the limit for the numbers of an answer, in bytes: one vector a token is some hundred times as long as the text. A longer answer is an error; it is never cut.
const mostEmbedBytes = 4 << 20

// EmbeddingsFrom converts values to the answer of embed. It returns an error if they are too many.
func EmbeddingsFrom(got *engine.Embedded) (*Embeddings, error) {
	v := &Embeddings{Tokens: got.Tokens, Timestamp: got.Time.UTC().Format(time.RFC3339Nano), Device: got.Device}
	numbers := 0
	for i := range got.Values {
		one := map[string]EmbeddedValue{}
		for _, s := range got.Values[i].Present().Spaces() {
			value := got.Values[i][s]
			numbers += len(value.Dense) + 2*len(value.Terms) + len(value.Bits) + len(value.Vectors)
			one[s.Code()] = EmbeddedFrom(s.Info(), value)
		}
		v.Embeddings = append(v.Embeddings, one)
	}
	if bytes := 4 * numbers; bytes > mostEmbedBytes {
		return nil, failure.New(engine.KindInvalid, "Send fewer texts or name fewer spaces.", "the values are %d bytes of numbers, an answer holds at most %d", bytes, mostEmbedBytes)
	}
	return v, nil
}

// EmbeddedFrom converts one value of a space.
func EmbeddedFrom(info models.Info, v fingerprint.Value) (out EmbeddedValue) {
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
