package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"asterism/bench/corpus"
	"asterism/bench/embedder"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/models"
)

// base is the real text, embedded: what memories are mixed of, and what is asked. Nothing changes it once it is made.
type base struct {
	texts     []string
	records   []fingerprint.Record // packed, as they are stored
	questions []question
	profile   string // of the models
	hashes    [models.Count][32]byte
}

// question is a real question in every space, from the models' query side.
type question struct {
	text   string
	values fingerprint.Fingerprint
	auto   [models.Count]float64 // what the product would weigh
}

// embedStep is how many texts are held in float32 at a time; each takes about 100 KB.
const embedStep = 1024

// newBase embeds the first texts of the corpus as memories and the beginnings of the last ones as questions.
func newBase(ctx context.Context, texts, questions int) (b *base, err error) {
	all, err := corpus.Texts(texts + questions)
	if err != nil {
		return nil, err
	}
	e, err := embedder.Open(ctx, "")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	b = &base{texts: all[:texts], profile: e.Manifest.Profile}
	for _, s := range e.Manifest.Spaces().Spaces() {
		b.hashes[s] = e.Manifest.Hash(s)
	}
	if err := b.embedTexts(ctx, e); err != nil {
		return nil, err
	}
	return b, b.embedQuestions(ctx, e, all[texts:])
}

func (b *base) embedTexts(ctx context.Context, e *embedder.Embedder) error {
	progress := newProgress("embed real texts", len(b.texts))
	for len(b.records) < len(b.texts) {
		part := b.texts[len(b.records):min(len(b.records)+embedStep, len(b.texts))]
		values, err := e.Embed(ctx, part, false)
		if err != nil {
			return err
		}
		for i := range values {
			r, err := packed(&values[i])
			if err != nil {
				return fmt.Errorf("text %q: %w", part[i], err)
			}
			b.records = append(b.records, r)
		}
		progress.add(len(part))
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

func (b *base) embedQuestions(ctx context.Context, e *embedder.Embedder, held []string) error {
	texts := asked(held)
	values, err := e.Embed(ctx, texts, true)
	if err != nil {
		return err
	}
	for i, t := range texts {
		_, auto := search.Auto(t)
		b.questions = append(b.questions, question{text: t, values: values[i], auto: auto})
	}
	return nil
}

// askings turn words into questions that the product takes for meaning, cause, exact words, time and code.
var askings = []string{"%s", "why did %s", "%q", "%s last week", "func that %s() {"}

// asked makes a question of each text: its first words, 4 to 12 of them, asked in one of the ways in turn.
func asked(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		w := strings.Fields(t)
		out[i] = fmt.Sprintf(askings[i%len(askings)], strings.Join(w[:min(4+i%9, len(w))], " "))
	}
	return out
}
