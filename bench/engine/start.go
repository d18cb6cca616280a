package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/secrets"
)

// start measures how soon a store with many memories answers its first question: from starting the program to the end
// of `asterism search`, and inside this process from engine.Open to the answer of Recall. The disk cache is warm.
func (b *bench) start(ctx context.Context) ([]Row, error) {
	e, err := b.openLibrary(ctx, b.stored)
	if err != nil {
		return nil, err
	}
	status, err := e.Status(ctx)
	if err != nil {
		return nil, err
	}
	index := float64(status.IndexMem) / float64(status.Indexed)
	if err := b.closeLibrary(ctx); err != nil {
		return nil, err
	}
	var wall, cpu, rss, inside []float64
	for i := range b.runs {
		say("start %d of %d", i+1, b.runs)
		c, err := b.firstAnswer(ctx)
		if err != nil {
			return nil, err
		}
		wall, cpu, rss = append(wall, c.wall.Seconds()), append(cpu, c.cpu.Seconds()), append(rss, c.peakMiB)
		d, err := b.openAndAsk(ctx)
		if err != nil {
			return nil, err
		}
		inside = append(inside, d.Seconds())
	}
	return []Row{
		lower("start_100k_s", "s", 3, wall...),
		lower("start_100k_cpu_s", "s", noGoal, cpu...),
		lower("start_100k_open_s", "s", noGoal, inside...),
		lower("start_100k_rss_mib", "MiB", noGoal, rss...),
		lower("index_bytes_per_memory", "B", noGoal, index),
	}, nil
}

const firstQuestion = "how are records written to disk"

func (b *bench) firstAnswer(ctx context.Context) (*ended, error) {
	c, err := b.child(ctx, "search", "--data", b.libraryDir(), "--json", firstQuestion)
	if err != nil {
		return nil, err
	}
	var found struct {
		Hits    []json.RawMessage
		Scanned int
	}
	if err := json.Unmarshal(c.stdout, &found); err != nil {
		return nil, fmt.Errorf("read answer of search: %w", err)
	}
	if len(found.Hits) == 0 || found.Scanned < b.stored {
		return nil, fmt.Errorf("search found %d memories among %d, want some among %d", len(found.Hits), found.Scanned, b.stored)
	}
	return c, nil
}

func (b *bench) openAndAsk(ctx context.Context) (time.Duration, error) {
	start := time.Now()
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Redact, Data: b.libraryDir()})
	if err != nil {
		return 0, err
	}
	_, err = e.Recall(ctx, engine.Question{Text: firstQuestion})
	took := time.Since(start)
	if cerr := e.Close(ctx); err == nil {
		err = cerr
	}
	return took, err
}
