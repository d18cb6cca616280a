package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"
)

// injectContext keeps a memory and measures how much was learned from it.
func injectContext() *tool {
	return &tool{
		name:        "inject_context",
		title:       "Remember and measure",
		description: "Keep one memory: embeds it in 13 spaces, measures how new it is, stores it durably. All or nothing.",
		hints:       hints{},
		input: `{"type":"object","properties":{
			"content":{"type":"string","minLength":1,"description":"One fact, understandable alone; at most 1 MiB. With modality image: a data URI, or a path in an allowed folder"},
			"rationale":{"type":"string","minLength":1,"description":"Why this is worth keeping"},
			` + noteProperties + `},
			"required":["content","rationale"],"additionalProperties":false}`,
		output: `"fingerprintId":{"type":"string"},"rationale":{"type":"string"},
			"embedderCount":{"type":"integer"},"embeddingLatencyMs":{"type":"integer"},
			"utl":{"type":"object","properties":{"learningScore":{"type":"number"},"entropy":{"type":"number"},"coherence":{"type":"number"},"surprise":{"type":"number"}}},
			"johari":{"type":"array","items":{"enum":["open","blind","hidden","unknown",null]}},
			` + storedProperties,
		always:  []string{"fingerprintId", "rationale", "embedderCount", "embeddingLatencyMs", "utl", "johari", "duplicateOf", "device", "timings"},
		prepare: prepareInject,
	}
}

// noteProperties are the arguments that inject_context and store_memory share.
const noteProperties = `"modality":{"type":"string","enum":["text","code","image","audio","structured","mixed"],"default":"text"},
	"importance":{"type":"number","minimum":0,"maximum":1,"default":0.5},
	"namespace":{"type":"string","description":"Project or topic kept apart; default \"default\""},
	"tags":{"type":"array","items":{"type":"string"},"maxItems":32},
	"timestamp":{"type":"string","description":"When it happened, RFC 3339; default now"},
	"session_id":{"type":"string"},
	"source":{"type":"string","description":"Where it comes from: file, URL, person"}`

// storedProperties are the results that inject_context and store_memory share.
const storedProperties = `"duplicateOf":{"anyOf":[{"type":"string"},{"type":"null"}]},"device":{"type":"string"},"windows":{"type":"integer"},"droppedTokenVectors":{"type":"integer"},
	"timings":{"type":"object","properties":{"tokenise":{"type":"number"},"queue":{"type":"number"},"infer":{"type":"number"},"store":{"type":"number"}}}`

const whyContent = "the text to keep"

// readNote reads the arguments that inject_context and store_memory share.
func readNote(a *arguments) engine.Note {
	modality := a.choice("modality", "text", engine.Modalities)
	return engine.Note{
		Content:    a.requiredText("content", contentLimit(modality), whyContent),
		Modality:   modality,
		Importance: a.number("importance", 0, 1),
		Namespace:  a.text("namespace", engine.MaxNameBytes),
		Tags:       a.tags("tags"),
		Time:       a.moment("timestamp"),
		SessionID:  a.text("session_id", engine.MaxNameBytes),
		Source:     a.text("source", engine.MaxSourceBytes),
	}
}

// contentLimit is how many bytes content may have: images are larger than texts.
func contentLimit(modality string) int {
	if modality == engine.ModalityImage {
		return engine.MaxImageContentBytes
	}
	return engine.MaxContentBytes
}

func prepareInject(a *arguments) job {
	note := readNote(a)
	note.Rationale = a.requiredText("rationale", engine.MaxRationaleBytes, "say why this is worth keeping")
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		r, err := e.Inject(ctx, note)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: injectedFrom(r), namespace: note.Namespace, pulse: r.Pulse}, nil
	}
}

type injected struct {
	stored
	UTL    *utlView              `json:"utl"`
	Johari [models.Count]*string `json:"johari"`
}

// stored is what inject_context and store_memory both answer.
type stored struct {
	FingerprintID      string        `json:"fingerprintId"`
	Rationale          string        `json:"rationale"`
	EmbedderCount      int           `json:"embedderCount"`
	EmbeddingLatencyMs int64         `json:"embeddingLatencyMs"`
	DuplicateOf        *store.ID     `json:"duplicateOf"`
	Device             string        `json:"device"`
	Windows            int           `json:"windows,omitempty"`             // only when a text was too long for one
	Dropped            int           `json:"droppedTokenVectors,omitempty"` // what E12 does not keep of a very long text
	Timings            storedTimings `json:"timings"`
}

type storedTimings struct {
	Tokenise float64 `json:"tokenise"`
	Queue    float64 `json:"queue"`
	Infer    float64 `json:"infer"`
	Store    float64 `json:"store"`
}

type utlView struct {
	LearningScore float64 `json:"learningScore"`
	Entropy       float64 `json:"entropy"`
	Coherence     float64 `json:"coherence"`
	Surprise      float64 `json:"surprise"`
}

func storedFrom(r *engine.Remembered) stored {
	t := r.Timings
	s := stored{
		FingerprintID:      r.ID.String(),
		Rationale:          r.Rationale,
		EmbedderCount:      len(r.Spaces.Spaces()),
		EmbeddingLatencyMs: (t.Tokenise + t.Queue + t.Infer).Round(time.Millisecond).Milliseconds(),
		DuplicateOf:        r.DuplicateOf,
		Device:             r.Device,
		Timings:            storedTimings{ms(t.Tokenise), ms(t.Queue), ms(t.Infer), ms(t.Store)},
	}
	s.Dropped = r.Dropped
	if r.Windows > 1 {
		s.Windows = r.Windows
	}
	return s
}

func injectedFrom(r *engine.Remembered) injected {
	v := injected{stored: storedFrom(r), Johari: johariNames(r.Johari)}
	if r.UTL != nil {
		v.UTL = utlFrom(*r.UTL)
	}
	return v
}

func utlFrom(u store.UTL) *utlView {
	return &utlView{
		round(float64(u.LearningScore), 4), round(float64(u.Entropy), 4),
		round(float64(u.Coherence), 4), round(float64(u.Surprise), 4),
	}
}

// johariNames gives the quadrant of each space; null where the space is absent or was not measured.
func johariNames(quadrants [models.Count]uint8) (out [models.Count]*string) {
	names := []string{"open", "blind", "hidden", "unknown"}
	for i, q := range quadrants {
		if q >= 1 && int(q) <= len(names) {
			out[i] = &names[q-1]
		}
	}
	return out
}
