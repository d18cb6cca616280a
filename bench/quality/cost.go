package quality

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"asterism/bench/embedder"
	"asterism/engine/token"
)

// What the cost of embedding is measured over: costTexts pieces of costTokens tokens or a little more, costStep at a time.
const (
	costTexts  = 1024
	costTokens = 60
	costStep   = 256
)

// embedMicroGoal is what embedding one of them may cost, in microseconds.
const embedMicroGoal = 1000

// embedCost is the processor time that embedding a text of about 60 tokens takes in all learned spaces, in microseconds a run: tokens, scheduler and
// backend with one worker of one thread. It also says how many spaces those are. Other programs on the machine do not affect processor time; with one
// worker it is what one core needs. A first run that fills memory and caches does not count.
func embedCost(ctx context.Context, modelsDir string, docs []entry, runs int) (us []float64, spaces int, err error) {
	e, err := embedder.OpenWith(ctx, modelsDir, 1)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	texts := pieces(e.Tokenizers[e.Manifest.Models[0].Tokenizer], docs, costTexts)
	if len(texts) == 0 {
		return nil, 0, fmt.Errorf("measure cost: the documents hold no piece of %d tokens", costTokens)
	}
	for range runs + 1 {
		before := processTime()
		for part := range slices.Chunk(texts, costStep) {
			if _, err := e.EmbedIn(ctx, part, false, e.Manifest.Spaces()); err != nil {
				return nil, 0, err
			}
		}
		us = append(us, (processTime()-before).Seconds()*1e6/float64(len(texts)))
	}
	return us[1:], len(e.Manifest.Models), nil
}

// pieces cuts documents into runs of whole words with at least costTokens tokens, at most n.
func pieces(t *token.Tokenizer, docs []entry, n int) (out []string) {
	for _, d := range docs {
		var words []string
		tokens := 0
		for w := range strings.FieldsSeq(d.text) {
			words = append(words, w)
			if tokens += len(t.Encode(nil, w)); tokens < costTokens {
				continue
			}
			if out = append(out, strings.Join(words, " ")); len(out) == n {
				return out
			}
			words, tokens = nil, 0
		}
	}
	return out
}

// processTime is the processor time that this process has used.
func processTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
