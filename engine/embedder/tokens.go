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

// stream is what a learned space sees of a text: a tokenizer's ids, and for the spaces of words also those of the reason
// why it was kept. The other spaces do not see the reason: assistants repeat themselves there, and memories that share a
// reason would all mean the same.
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

// Job is step 2: it makes a job of a text, whose token ids are made once a tokenizer, as the wanted spaces need them. now is the reference time of E2.
// Letters and digits of full width are seen as the plain ones, which most models alone know: a memory that was written with them is found by the plain word.
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

// CountTokens writes, of the learned spaces among those wanted, how many tokens of the job each sees.
func (m *Embedder) CountTokens(into *[models.Count]uint32, j *sched.Job, wanted models.Set) {
	for s, stream := range m.streams {
		if wanted.Has(s) {
			into[s] = uint32(len(j.Tokens[stream.name()]))
		}
	}
}

// TokensOf is how many tokens of a job the learned spaces see that it is for, summed.
func (m *Embedder) TokensOf(j *sched.Job) (n int) {
	for s, stream := range m.streams {
		if j.Spaces.Has(s) {
			n += len(j.Tokens[stream.name()])
		}
	}
	return n
}

// SeeReason are the spaces that see why a text was kept, beside the text.
func (m *Embedder) SeeReason() (out models.Set) {
	for s, stream := range m.streams {
		if stream.reason {
			out = out.With(s)
		}
	}
	return out
}

// Tokenizer is that of a learned space; nil for another.
func (m *Embedder) Tokenizer(s models.Space) *token.Tokenizer {
	return m.tokenizers()[m.streams[s].tokenizer]
}
