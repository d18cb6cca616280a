package embedder

import (
	"context"
	"fmt"
	"slices"
	"time"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/models"

	"golang.org/x/sync/errgroup"
)

// Texts go to the scheduler in calls of callTexts, some at a time, as `asterism ingest` hands its notes over. A call that
// finds all places taken waits; there is no other caller, so maxWait only ends a run whose backend hangs.
const (
	callTexts = 128
	callsOpen = 4
	maxWait   = 5 * time.Minute
)

// Embed returns one fingerprint a text, in order: float32 values in all of [Embedder.Spaces] that are defined for the text; query
// says that the texts are questions. The error is ctx's or names the text and the spaces that failed. A fingerprint takes about 100
// KB, so large sets should be embedded in parts.
func (e *Embedder) Embed(ctx context.Context, texts []string, query bool) ([]fingerprint.Fingerprint, error) {
	return e.EmbedIn(ctx, texts, query, e.Spaces())
}

// EmbedIn is Embed in some spaces.
func (e *Embedder) EmbedIn(ctx context.Context, texts []string, query bool, spaces models.Set) ([]fingerprint.Fingerprint, error) {
	role := batch.Passage
	if query {
		role = batch.Query
	}
	out := make([]fingerprint.Fingerprint, len(texts))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(callsOpen)
	first := 0
	for part := range slices.Chunk(texts, callTexts) {
		at := first
		first += len(part)
		group.Go(func() error {
			if err := e.embedCall(inner, out[at:at+len(part)], part, role, spaces); err != nil {
				return fmt.Errorf("embed texts %d to %d: %w", at, at+len(part)-1, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

// embedCall is one call of the scheduler.
func (e *Embedder) embedCall(ctx context.Context, out []fingerprint.Fingerprint, texts []string, role batch.Role, spaces models.Set) error {
	jobs := make([]*sched.Job, len(texts))
	for i, t := range texts {
		jobs[i] = e.job(t, role, spaces)
	}
	results, err := e.sched.Embed(ctx, jobs...)
	if err != nil {
		return err
	}
	for i := range results {
		out[i] = results[i].Values
	}
	return nil
}

// job holds a text's ids, once a tokenizer. The engine also gives the sparse spaces the rationale of a memory; these texts have none.
func (e *Embedder) job(text string, role batch.Role, spaces models.Set) *sched.Job {
	j := &sched.Job{Text: text, Role: role, Spaces: spaces, Tokens: make(map[string][]int32, len(e.Tokenizers))}
	for name, t := range e.Tokenizers {
		j.Tokens[name] = t.Encode([]int32{}, text)
	}
	return j
}
