package engine

import (
	"slices"
	"time"

	"asterism/engine/batch"
	"asterism/engine/sched"
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

// job is step 2: the text's token ids, once a tokenizer, as the wanted spaces need them.
func (e *Engine) job(text, reason string, when time.Time, role batch.Role, spaces models.Set) *sched.Job {
	return e.modelSet.job(text, reason, when, e.now(), role, spaces)
}

// job makes a job of a text; now is the reference time of E2.
func (m *modelSet) job(text, reason string, when, now time.Time, role batch.Role, spaces models.Set) *sched.Job {
	j := &sched.Job{Text: text, Time: when.UnixNano(), Ref: now.UnixNano(), Role: role, Spaces: spaces, Tokens: map[string][]int32{}}
	ids := map[string][]int32{}
	for s, stream := range m.streams {
		if !spaces.Has(s) || j.Tokens[stream.name()] != nil {
			continue
		}
		t := m.tokenizers[stream.tokenizer]
		if ids[stream.tokenizer] == nil {
			ids[stream.tokenizer] = t.Encode([]int32{}, text)
		}
		if j.Tokens[stream.name()] = ids[stream.tokenizer]; stream.reason && reason != "" {
			j.Tokens[stream.name()] = t.Encode(slices.Clip(ids[stream.tokenizer]), "\n"+reason)
		}
	}
	return j
}
