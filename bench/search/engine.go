package search

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"asterism/bench/mixture"
	"asterism/bench/report"
	"asterism/bench/timed"
	"asterism/engine"
	"asterism/engine/intent"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/models"
)

// engine asks the whole product, over a store of the same mixtures: what embedding the question, searching, and reading from
// RocksDB take. The parts few and many read tokens from memory; here they come from the store.
func (b *bench) engine(ctx context.Context) (rows []Row, err error) {
	m, err := b.mixer(ctx)
	if err != nil {
		return nil, err
	}
	dir := b.newFolder("store")
	if err := b.fillStore(ctx, m, dir); err != nil {
		return nil, err
	}
	start := time.Now()
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Allow, Data: dir, Now: func() time.Time { return mixture.AsOf }})
	if err != nil {
		return nil, err
	}
	opened := time.Since(start)
	defer func() { err = errors.Join(err, e.Close(context.WithoutCancel(ctx))) }()
	rows = append(rows, lower("engine_100k_open_s", "s", noGoal, opened.Seconds()))
	for _, profile := range []string{intent.ProfileBalanced, intent.ProfileAuto} {
		more, err := b.recalled(ctx, e, m, profile)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	read, err := b.readTokens(ctx, e, m)
	return append(rows, percentileRow("engine_100k_read_tokens_p50_ms", 50, noGoal, read),
		percentileRow("engine_100k_read_tokens_p99_ms", 99, noGoal, read)), err
}

// fillStore writes the mixtures with the text and the tokens of their first parents.
func (b *bench) fillStore(ctx context.Context, m *mixture.Mixer, dir string) (err error) {
	s, err := rocks.Open(ctx, rocks.Options{Dir: dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Bind(ctx, m.Base.Profile, m.Base.Hashes); err != nil {
		return err
	}
	return inParallel(ctx, "store memories", b.few, func(from, to int) error {
		var cmds []store.Command
		for n := from; n < to; n++ {
			memory, err := whole(m, n)
			if err != nil {
				return err
			}
			cmds = append(cmds, store.Command{Op: store.OpRemember, ID: memory.ID, Memory: memory, At: memory.Time})
		}
		return s.Apply(ctx, cmds...)
	})
}

// whole is the n-th mixture as a store keeps it.
func whole(m *mixture.Mixer, n int) (*store.Memory, error) {
	out, err := m.Memory(n)
	if err != nil {
		return nil, err
	}
	first := mixture.FirstParentOf(out.ID)
	out.Content = joined(m.Base.Texts[first], m.Base.Texts[(n*7919+1)%len(m.Base.Texts)])
	out.Record[models.LateInteraction] = m.Base.Records[first][models.LateInteraction]
	out.Profile, out.ModelHashes = m.Base.Profile, m.Base.Hashes
	binary.BigEndian.PutUint64(out.TextHash[:], uint64(n))
	return out, nil
}

// joined is the first half of one text's words and the second half of another's: memories that have a parent in common have texts of their own, as those of a store
// have. Else a search would compare the same text with itself, five times for each hit.
func joined(one, other string) string {
	a, b := strings.Fields(one), strings.Fields(other)
	return strings.Join(append(a[:(len(a)+1)/2:(len(a)+1)/2], b[len(b)/2:]...), " ")
}

// recalled asks the questions one after the other.
func (b *bench) recalled(ctx context.Context, e *engine.Engine, m *mixture.Mixer, profile string) ([]Row, error) {
	var whole, ranked, embedded []float64
	until := time.Now().Add(b.calls)
	for i, q := range m.Base.Questions {
		start := time.Now()
		f, err := e.Recall(ctx, engine.Question{Text: q.Text, TopK: mixture.TopK, Profile: profile})
		if err != nil {
			return nil, err
		}
		took := time.Since(start)
		if i < min(timed.WarmCalls, len(m.Base.Questions)/2) {
			continue
		}
		whole = append(whole, ms(took))
		ranked = append(ranked, ms(f.Timings.Search))
		embedded = append(embedded, ms(f.Timings.Queue+f.Timings.Infer))
		if time.Now().After(until) {
			break
		}
	}
	name := "engine_100k_" + profile
	return []Row{
		lower(name+"_recall_p50_ms", "ms", noGoal, report.Median(whole)),
		lower(name+"_recall_p99_ms", "ms", noGoal, report.Percentile(whole, 99)),
		lower(name+"_search_p50_ms", "ms", noGoal, report.Median(ranked)),
		lower(name+"_embed_p50_ms", "ms", noGoal, report.Median(embedded)),
	}, nil
}

// readTokens reads the tokens of tokenReads memories a time, as many as a question compares token by token, in no order.
func (b *bench) readTokens(ctx context.Context, e *engine.Engine, m *mixture.Mixer) ([][]float64, error) {
	out := make([][]float64, b.rounds)
	for r := range out {
		for i := range 30 {
			all := make([]store.ID, tokenReads)
			for k := range all {
				memory, err := m.Memory((r*7919 + i*104_729 + k*1_299_709) % b.few)
				if err != nil {
					return nil, err
				}
				all[k] = memory.ID
			}
			start := time.Now()
			values, err := e.TokenVectors(ctx, all)
			if err != nil {
				return nil, err
			}
			out[r] = append(out[r], ms(time.Since(start)))
			for k := range values {
				if values[k].Absent() {
					return nil, fmt.Errorf("memory %s has no tokens in the store", all[k])
				}
			}
		}
	}
	return out, nil
}

// tokenReads is engine/search's rerankCap.
const tokenReads = 256

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
