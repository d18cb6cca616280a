package engine

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/batch"
	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/models"
)

// MaxEmbedTexts is the most texts of one [EmbedQuestion].
const MaxEmbedTexts = 2048

// EmbedQuestion asks for the values of texts; nothing is stored.
type EmbedQuestion struct {
	Texts  []string   // 1…MaxEmbedTexts, each as a note's content may be
	Spaces models.Set // which values to return; required
	Role   batch.Role // a memory and a question get different values if a model has prefixes
	Time   time.Time  // for the temporal spaces; zero: now

	Progress func(done, total int) `json:"-"` // finished values, and the largest possible total; nil: no progress
}

// Embedded is the answer to Embed.
type Embedded struct {
	Values []fingerprint.Fingerprint // one for each text; spaces that were not asked for, or are undefined for the text, are absent
	Tokens []int                     // of each text, by the tokenizer of each learned space that was asked for, summed; without the tokens that frame them
	Device string                    // the backends that worked on it
	Time   time.Time                 // what the temporal spaces used
}

// Embed returns the values that a memory, or a question, of each text would have.
func (e *Engine) Embed(ctx context.Context, q EmbedQuestion) (*Embedded, error) {
	return e.embed(ctx, q)
}

// ModelsAlone embeds texts without a store: on a node of a cluster, whose engines come and go while its models stay.
type ModelsAlone struct{ p parts }

// OverModels returns one over models that the caller keeps and closes.
func OverModels(m *embedder.Embedder) *ModelsAlone {
	return &ModelsAlone{parts{embedder: m, sched: m.Scheduler(), hardware: m.Hardware(), plan: m.Plan(), now: func() time.Time { return time.Now().UTC() }}}
}

// Embed is [Engine.Embed].
func (m *ModelsAlone) Embed(ctx context.Context, q EmbedQuestion) (*Embedded, error) {
	return m.p.embed(ctx, q)
}

// Pack does steps 1 to 5 for another engine with the same models, which stores the result with [RememberPacked]; nothing is stored here. It does not check what needs a store, such
// as whether the memories that a note names exist. It does not embed an image, which may be a file of the other engine's machine.
func (m *ModelsAlone) Pack(ctx context.Context, notes []Note) ([]Packed, error) {
	w := &writer{parts: &m.p}
	out, drafts, at := make([]Packed, len(notes)), []*draft(nil), []int(nil)
	for i, n := range notes {
		if out[i].Note = n; n.Modality == ModalityImage {
			continue
		}
		d, err := w.accept(ctx, n)
		if err != nil {
			return nil, err
		}
		out[i].Note = d.note
		drafts, at = append(drafts, d), append(at, i)
	}
	if err := w.tokeniseAndEmbed(ctx, drafts); err != nil {
		return nil, err
	}
	if err := w.fingerprint(drafts); err != nil {
		return nil, err
	}
	for i, d := range drafts {
		p := &out[at[i]]
		p.Record, p.Tokens, p.Of, p.Models = &d.memory.Record, d.memory.Tokens, WordsOf(d.memory.Content, d.memory.Rationale), d.memory.ModelHashes
	}
	return out, nil
}

// Ahead is [Engine.Ahead] for calls of Pack.
func (m *ModelsAlone) Ahead() int { return m.p.embedder.InFlight(ingestCalls) }

func (e *parts) embed(ctx context.Context, q EmbedQuestion) (*Embedded, error) {
	if err := checkEmbed(&q); err != nil {
		return nil, err
	}
	now := e.now()
	if q.Time.IsZero() {
		q.Time = now
	}
	jobs := make([]*sched.Job, len(q.Texts))
	results, err := e.sched.EmbedAsMade(ctx, len(jobs), func(i int) *sched.Job {
		jobs[i] = e.job(q.Texts[i], "", q.Time, q.Role, q.Spaces)
		return jobs[i]
	}, q.Progress)
	if err != nil {
		return nil, fault.Embedding(err)
	}
	out := &Embedded{Time: q.Time}
	for i, r := range results {
		out.Values = append(out.Values, r.Values)
		out.Tokens = append(out.Tokens, e.embedder.TokensOf(jobs[i]))
		out.Device = r.Device
	}
	return out, nil
}

func checkEmbed(q *EmbedQuestion) error {
	if n := len(q.Texts); n < 1 || n > MaxEmbedTexts {
		return fault.Invalid("%d texts are to be embedded, want 1 to %d", "give at least one; send more in several calls", n, MaxEmbedTexts)
	}
	if q.Spaces == 0 || q.Spaces&^models.All != 0 {
		return fault.Invalid("no spaces are named to embed in", "name them, such as semantic or code")
	}
	for i, text := range q.Texts {
		if err := checkText(fmt.Sprintf("text %d", i), text, MaxContentBytes, true); err != nil {
			return err
		}
	}
	if q.Time.IsZero() {
		return nil
	}
	return checkTime("time", q.Time)
}
