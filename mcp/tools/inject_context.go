package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// injectContext stores a memory and measures how much was learned from it.
func injectContext() *Tool {
	return &Tool{
		Name:        "inject_context",
		Title:       "Remember and measure",
		Description: "Keep one memory, embedded in " + spaceCount + " spaces, and measure its novelty.",
		Hints:       Hints{},
		AtHand:      true,
		Input: `{"type":"object","properties":{
			"content":{"type":"string","description":"One fact, understandable alone. An image: data URI or allowed path"},
			"rationale":{"type":"string","description":"Why this is worth keeping"},
			` + noteProperties + `},
			"required":["content","rationale"],"additionalProperties":false}`,
		Output: `"fingerprintId":{"type":"string"},"rationale":{"type":"string"},
			"embedderCount":{"type":"integer"},"embeddingLatencyMs":{"type":"integer"},
			"utl":{"type":"object","properties":{"learned":{"type":"number"},"learningScore":{"type":"number"},"entropy":{"type":"number"},"coherence":{"type":"number"},"surprise":{"type":"number"}}},
			"johari":{"type":"array","items":{"enum":["open","blind","hidden","unknown",null]}},
			"similar_to":{"type":"object"},
			"related":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"relation":{"enum":["contradicts","updates","details","detailed_by","repeats"]},"differs":{"type":"string"}}}},
			` + againProperties + `,
			` + storedProperties,
		Always:  []string{"fingerprintId", "rationale", "embedderCount", "embeddingLatencyMs", "utl", "johari", "duplicateOf", "device", "timings"},
		IDs:     []string{"supersedes"},
		Prepare: prepareInject,
	}
}

// modalityEnum is only in the schema of inject_context: a model that sees store_memory also sees inject_context.
const modalityEnum = `"enum":["text","code","image","audio","structured","mixed"]`

// noteProperties are the arguments that inject_context and store_memory share.
const noteProperties = `"modality":{` + modalityEnum + `},
	"importance":{"type":"number","minimum":0,"maximum":1},
	"namespace":{"type":"string"},
	"tags":{"type":"array","items":{"type":"string"}},
	"domain":{"type":"string"},
	"timestamp":{"type":"string","description":"When it happened"},
	"session_id":{"type":"string"},
	"source":{"type":"string"},
	"supersedes":{"type":"array","items":{"type":"string"},"description":"Ids it replaces"},
	"valid_from":{"type":"string"},
	"valid_until":{"type":"string"},
	"allow_duplicate":{"type":"boolean"}`

// storedProperties are the results that inject_context and store_memory share.
const storedProperties = `"may_supersede":{"type":"array","items":{"type":"object"}},"duplicateOf":{"anyOf":[{"type":"string"},{"type":"null"}]},"unread":{"type":"string"},"device":{"type":"string"},"windows":{"type":"integer"},"droppedTokenVectors":{"type":"integer"},
	"timings":{"type":"object","properties":{"tokenise":{"type":"number"},"queue":{"type":"number"},"infer":{"type":"number"},"store":{"type":"number"}}}`

// againProperties are the results for a text that is stored already.
const againProperties = `"already_stored":{"type":"boolean"},"times_seen":{"type":"integer"}`

const whyContent = "the text to keep"

// readNote reads the arguments that inject_context and store_memory share.
func readNote(a *arguments.Given) engine.Note {
	modality := a.Choice("modality", "text", engine.Modalities)
	return engine.Note{
		Content:    a.RequiredText("content", contentLimit(modality), whyContent),
		Modality:   modality,
		Importance: a.Number("importance", 0, 1),
		Namespace:  a.Namespace(),
		Tags:       a.Tags("tags"),
		Domain:     string(domain(a, "domain")),
		Time:       a.Moment("timestamp"),
		SessionID:  a.Name("session_id", engine.MaxNameBytes),
		Source:     a.Name("source", engine.MaxSourceBytes),
		Supersedes: a.IDs("supersedes", engine.MaxSupersedes),
		ValidFrom:  a.Moment("valid_from"),
		ValidUntil: a.Moment("valid_until"),

		AllowDuplicate: a.Flag("allow_duplicate", false),
	}
}

// contentLimit returns the greatest size of content, in bytes: images may be larger than texts.
func contentLimit(modality string) int {
	if modality == engine.ModalityImage {
		return engine.MaxImageContentBytes
	}
	return engine.MaxContentBytes
}

func prepareInject(a *arguments.Given) Job {
	note := readNote(a)
	note.Rationale = a.RequiredText("rationale", engine.MaxRationaleBytes, "say why this is worth keeping")
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		r, err := e.Inject(ctx, note)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.InjectedFrom(r), Namespace: note.Namespace, Pulse: r.Pulse}, nil
	}
}
