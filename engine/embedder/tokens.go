package embedder

import (
	"slices"
	"time"

	"asterism/engine/batch"
	"asterism/engine/sched"
	"asterism/engine/token"
	"asterism/engine/words"
	"asterism/models"
)

// stream is the part of a text that a learned space sees: a tokenizer's ids and, for the spaces of words, also those of
// the rationale. The other spaces do not see the rationale: assistants repeat themselves there, and memories with the
// same rationale would all mean the same.
type stream struct {
	tokenizer string
	reason    bool
}

func streamOf(m *models.Model) stream {
	return stream{tokenizer: m.Tokenizer, reason: m.Space.Info().Kind == models.Terms}
}

// name is the stream's key in a job.
func (s stream) name() string {
	if s.reason {
		return s.tokenizer + " with reason"
	}
	return s.tokenizer
}

// Job is step 2: it makes a job from a text, whose token ids are computed once per tokenizer when a wanted space needs them. now is the reference time of
// E2. Full-width letters and digits are treated as plain ones, which are the only ones that most models know: a memory written with them is found by the
// plain word.
func (m *Embedder) Job(text, reason string, when, now time.Time, role batch.Role, spaces models.Set) *sched.Job {
	text, reason = words.Narrow(text), words.Narrow(reason)
	j := &sched.Job{Text: text, Time: when.UnixNano(), Ref: now.UnixNano(), Role: role, Spaces: spaces, Tokens: map[string][]int32{}}
	ids := map[string][]int32{}
	for s, stream := range m.streams {
		if !spaces.Has(s) || j.Tokens[stream.name()] != nil {
			continue
		}
		t := m.tokenizers()[stream.tokenizer]
		if ids[stream.tokenizer] == nil {
			ids[stream.tokenizer] = t.Encode([]int32{}, text)
		}
		if j.Tokens[stream.name()] = ids[stream.tokenizer]; stream.reason && reason != "" {
			j.Tokens[stream.name()] = t.Encode(slices.Clip(ids[stream.tokenizer]), "\n"+reason)
		}
	}
	return j
}

// CountTokens stores, for each wanted learned space, how many tokens of the job it sees.
func (m *Embedder) CountTokens(into *[models.Count]uint32, j *sched.Job, wanted models.Set) {
	for s, stream := range m.streams {
		if wanted.Has(s) {
			into[s] = uint32(len(j.Tokens[stream.name()]))
		}
	}
}

// TokensOf returns how many tokens of a job its learned spaces see, summed.
func (m *Embedder) TokensOf(j *sched.Job) (n int) {
	for s, stream := range m.streams {
		if j.Spaces.Has(s) {
			n += len(j.Tokens[stream.name()])
		}
	}
	return n
}

// SeeReason returns the spaces that see the rationale in addition to the text.
func (m *Embedder) SeeReason() (out models.Set) {
	for s, stream := range m.streams {
		if stream.reason {
			out = out.With(s)
		}
	}
	return out
}

// Tokenizer returns that of a learned space; nil for other spaces.
func (m *Embedder) Tokenizer(s models.Space) *token.Tokenizer {
	return m.tokenizers()[m.streams[s].tokenizer]
}
