package mixture

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"asterism/bench/embedder"
	"asterism/bench/report"
	"asterism/engine/fingerprint"
	"asterism/engine/intent"
	"asterism/models"
)

// Base is real text, embedded: what memories are mixed of, and what is asked. Nothing changes it once it is made.
type Base struct {
	Texts     []string
	Records   []fingerprint.Record // packed, as they are stored
	Questions []Question
	Profile   string // of the models
	Hashes    [models.Count][32]byte
}

// Question is a real question in every space, from the models' query side.
type Question struct {
	Text   string
	Values fingerprint.Fingerprint
	Auto   [models.Count]float64 // what the product would weigh
}

// embedStep is how many texts are held in float32 at a time; each takes about 100 KB.
const embedStep = 1024

// NewBase embeds texts as memories, and the beginnings of others, which are held back, as questions. The compact profile's models are those that
// [embedder.Open] finds; say is told of the progress.
func NewBase(ctx context.Context, texts, held []string, say func(format string, args ...any)) (b *Base, err error) {
	e, err := embedder.Open(ctx, "")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	b = &Base{Texts: texts, Profile: e.Manifest.Profile}
	for _, s := range e.Manifest.Spaces().Spaces() {
		b.Hashes[s] = e.Manifest.Hash(s)
	}
	if err := b.embedTexts(ctx, e, report.NewProgress(say, "embed real texts", len(texts))); err != nil {
		return nil, err
	}
	return b, b.embedQuestions(ctx, e, held)
}

func (b *Base) embedTexts(ctx context.Context, e *embedder.Embedder, progress *report.Progress) error {
	for len(b.Records) < len(b.Texts) {
		part := b.Texts[len(b.Records):min(len(b.Records)+embedStep, len(b.Texts))]
		values, err := e.Embed(ctx, part, false)
		if err != nil {
			return err
		}
		for i := range values {
			r, err := packed(&values[i])
			if err != nil {
				return fmt.Errorf("text %q: %w", part[i], err)
			}
			b.Records = append(b.Records, r)
		}
		progress.Add(len(part))
	}
	return nil
}

// packed is a fingerprint as it is kept.
func packed(values *fingerprint.Fingerprint) (r fingerprint.Record, err error) {
	for _, s := range models.All.Without(models.OfOrigin(models.FromTime)).Spaces() {
		if r[s], err = fingerprint.Pack(s, values[s]); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (b *Base) embedQuestions(ctx context.Context, e *embedder.Embedder, held []string) error {
	for from := 0; from < len(held); from += embedStep {
		texts := asked(held[from:min(from+embedStep, len(held))], from)
		values, err := e.Embed(ctx, texts, true)
		if err != nil {
			return err
		}
		for i, t := range texts {
			_, auto := intent.Auto(t)
			b.Questions = append(b.Questions, Question{Text: t, Values: values[i], Auto: auto})
		}
	}
	return nil
}

// askings turn words into questions that the product takes for meaning, cause, exact words, time and code.
var askings = []string{"%s", "why did %s", "%q", "%s last week", "func that %s() {"}

// asked makes a question of each text: its first words, 4 to 12 of them, asked in one of the ways in turn. The first text is the question of that number.
func asked(texts []string, first int) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		w, n := strings.Fields(t), first+i
		out[i] = fmt.Sprintf(askings[n%len(askings)], strings.Join(w[:min(4+n%9, len(w))], " "))
	}
	return out
}
