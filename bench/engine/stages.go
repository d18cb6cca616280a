package engine

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/models"

	"github.com/google/uuid"
)

// stages measures the steps of remembering one by one: tokenise, pack and index on one goroutine, embed with all workers,
// store with as many writers as `asterism ingest` has.
func (b *bench) stages(ctx context.Context) (rows []Row, err error) {
	texts, _, err := b.corpus(b.sample)
	if err != nil {
		return nil, err
	}
	l, err := openEmbedParts(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	add := func(name string, do func() error) error {
		say("stage %s", name)
		r, err := rates(ctx, len(texts), do)
		if err == nil {
			rows = append(rows, r.rows("stage."+name)...)
		}
		return err
	}
	var jobs []*sched.Job
	if err := add("tokenise", func() error { jobs = l.tokenise(texts); return nil }); err != nil {
		return nil, err
	}
	var results []sched.Result
	err = l.withScheduler(ctx, kept, func(s *sched.Scheduler) error {
		if err := add("embed", func() error { return embed(ctx, s, jobs) }); err != nil {
			return err
		}
		results, err = s.Embed(ctx, jobs...)
		return err
	})
	if err != nil {
		return nil, err
	}
	records := make([]fingerprint.Record, len(texts))
	if err := add("pack", func() error { return packAll(records, results) }); err != nil {
		return nil, err
	}
	if err := add("index", func() error { return indexAll(texts, records) }); err != nil {
		return nil, err
	}
	err = withStore(ctx, b.newStore("stage"), func(s *rocks.Store) error {
		return add("store", func() error { return storeAll(ctx, s, texts, records) })
	})
	return rows, err
}

func packAll(records []fingerprint.Record, results []sched.Result) error {
	for i := range results {
		for s, v := range results[i].Values {
			if v.Absent() {
				continue
			}
			p, err := fingerprint.Pack(models.Space(s), v)
			if err != nil {
				return err
			}
			records[i][s] = p
		}
	}
	return nil
}

// memoryOf is a memory as the engine makes it, with an id of its own.
func memoryOf(text string, r fingerprint.Record) *store.Memory {
	now := time.Now().UTC()
	return &store.Memory{
		ID: uuid.Must(uuid.NewV7()), Version: 1, Namespace: "default", Content: text, Modality: "text", Importance: 0.5,
		Time: now, Created: now, Updated: now, TextHash: sha256.Sum256([]byte(text)), Profile: "compact", Record: r,
	}
}

func indexAll(texts []string, records []fingerprint.Record) error {
	ix := search.New(nil)
	for i, t := range texts {
		if err := ix.Add(memoryOf(t, records[i])); err != nil {
			return err
		}
	}
	return nil
}

func storeAll(ctx context.Context, s *rocks.Store, texts []string, records []fingerprint.Record) error {
	cmds := make([]store.Command, len(texts))
	for i, t := range texts {
		m := memoryOf(t, records[i])
		cmds[i] = store.Command{Op: store.OpRemember, ID: m.ID, Memory: m, At: m.Created}
	}
	return inBatches(ctx, cmds, func(ctx context.Context, batch []store.Command) error { return s.Apply(ctx, batch...) })
}

// withStore opens a new store in dir, runs do and closes it.
func withStore(ctx context.Context, dir string, do func(*rocks.Store) error) error {
	s, err := rocks.Open(ctx, rocks.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	return errors.Join(s.Bind(ctx, "compact", [models.Count][32]byte{}), do(s), s.Close())
}
