package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/batch"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
	"asterism/models"
)

// MaxEmbedTexts is the most texts of a call. More are an error; they are never cut.
const MaxEmbedTexts = 64

// embedTexts returns the raw values of texts.
func embedTexts() *Tool {
	return &Tool{
		Name:        "embed",
		Title:       "Embed texts",
		Description: "The raw vectors of texts in chosen spaces; nothing is stored. For programs: the answers are long.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Numbers:     true,
		Input: `{"type":"object","properties":{
			"texts":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":64},
			"spaces":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":` + spaceCount + `,"description":"Codes (E1 … E` + spaceCount + `) or names (semantic, …)"},
			"role":{"enum":["passage","query"],"default":"passage","description":"passage: as memories are embedded; query: as questions are"},
			"timestamp":{"type":"string","description":"What the temporal spaces see, RFC 3339; default now"}},
			"required":["texts","spaces"],"additionalProperties":false}`,
		Output: `"embeddings":{"type":"array","items":{"type":"object","description":"By space code: vector; cause and effect; terms and weights; bits (base64 of 64-bit little-endian words); vectors, one a token; absent where undefined"}},
			"tokens":{"type":"array","items":{"type":"integer"}},"timestamp":{"type":"string"},"device":{"type":"string"}`,
		Always:  []string{"embeddings", "tokens", "timestamp", "device"},
		Prepare: prepareEmbed,
	}
}

func prepareEmbed(a *arguments.Given) Job {
	q := engine.EmbedQuestion{Texts: a.List("texts", MaxEmbedTexts), Spaces: a.Spaces("spaces"), Time: a.Moment("timestamp")}
	if a.Choice("role", "passage", []string{"passage", "query"}) == "query" {
		q.Role = batch.Query
	}
	for _, name := range []string{"texts", "spaces"} {
		if _, given := a.Field(name); !given {
			a.Problem("argument %q is missing", name)
		} else if a.Empty(name) {
			a.Problem("%s is empty: give at least one, and at most %d", name, map[string]int{"texts": MaxEmbedTexts, "spaces": models.Count}[name])
		}
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		q := q
		if ProgressOf(ctx) != nil {
			q.Progress = progressOf(ctx, "embedding: values made")
		}
		got, err := e.Embed(ctx, q)
		if err != nil {
			return nil, err
		}
		v, err := answer.EmbeddingsFrom(got)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: v}, nil
	}
}
