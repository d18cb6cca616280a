package engine

import (
	"context"
	"errors"

	"asterism/engine/sched"
	"asterism/models"
)

// embedders measures every space alone, through the scheduler and its backend, with all workers. Tokens a second are
// those of the texts, without padding.
func (b *bench) embedders(ctx context.Context) (rows []Row, err error) {
	texts, _, err := b.corpus(b.sample)
	if err != nil {
		return nil, err
	}
	l, err := openEmbedParts(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	jobs := l.tokenise(texts)
	for s := models.Space(0); int(s) < models.Count; s++ {
		say("embedder %v", s)
		err := l.withScheduler(ctx, models.SetOf(s), func(alone *sched.Scheduler) error {
			r, err := rates(ctx, len(jobs), func() error { return embed(ctx, alone, jobs) })
			if err != nil {
				return err
			}
			name := "embedder." + s.Code()
			rows = append(rows, r.rows(name)...)
			if m, ok := l.manifest.Model(s); ok {
				rows = append(rows, higher(name+".tokens_per_s", "tokens/s", noGoal, scaled(r.perSecond, meanTokens(jobs, m.Tokenizer))...))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// meanTokens is how many tokens a job has.
func meanTokens(jobs []*sched.Job, tokenizer string) float64 {
	n := 0
	for _, j := range jobs {
		n += len(j.Tokens[tokenizer])
	}
	return float64(n) / float64(len(jobs))
}

// scaled multiplies every value.
func scaled(values []float64, by float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v * by
	}
	return out
}
