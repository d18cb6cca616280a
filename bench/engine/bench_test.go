package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"asterism/bench/corpus"
	"asterism/bench/mix"
	"asterism/engine"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/engine/store/rocks"
	"asterism/models"
)

// These are the parts of the program as Go benchmarks, in sizes that benchstat can repeat: see README.md.

// few is how many texts one operation of a benchmark works on where the parts have b.sample.
const few = 256

func benchTexts(tb testing.TB, n int) []string {
	tb.Helper()
	texts, err := corpus.Texts(n)
	if err != nil {
		tb.Fatal(err)
	}
	return texts
}

func benchParts(tb testing.TB) *embedParts {
	tb.Helper()
	l, err := openEmbedParts(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = l.close() })
	return l
}

// benchEngine is an engine that holds the texts.
func benchEngine(b *testing.B, texts []string) *engine.Engine {
	b.Helper()
	e, err := engine.Open(b.Context(), engine.Config{Data: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = e.Close(context.Background()) })
	if err := remember(b.Context(), e, texts); err != nil {
		b.Fatal(err)
	}
	return e
}

func perSecond(b *testing.B, each int, unit string) {
	b.ReportMetric(float64(b.N*each)/b.Elapsed().Seconds(), unit)
}

func BenchmarkIngest(b *testing.B) {
	e := benchEngine(b, nil)
	texts := benchTexts(b, 4*batchSize)
	for b.Loop() {
		if err := remember(b.Context(), e, texts); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, len(texts), "memories/s")
}

func BenchmarkInject(b *testing.B) {
	texts := benchTexts(b, 3000)
	e := benchEngine(b, texts[:2000])
	for i := 0; b.Loop(); i++ {
		if _, err := e.Inject(b.Context(), engine.Note{Content: texts[2000+i%1000], Rationale: "measured", AllowDuplicate: true}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	texts := benchTexts(b, 2200)
	e := benchEngine(b, texts[:2000])
	ask := questions(texts[2000:])
	for i := 0; b.Loop(); i++ {
		if _, err := e.Recall(b.Context(), engine.Question{Text: ask[i%len(ask)]}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHandOver(b *testing.B) {
	const items = 100_000
	for name, kind := range map[string]func() handOff{
		"queue":   func() handOff { return newQueue(b.Context()) },
		"channel": newChannel,
		"select":  func() handOff { return newSelect(b.Context()) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				handOver(items, kind())
			}
			perSecond(b, items, "items/s")
		})
	}
}

func BenchmarkTokenise(b *testing.B) {
	l, texts := benchParts(b), benchTexts(b, few)
	for b.Loop() {
		l.tokenise(texts)
	}
	perSecond(b, few, "memories/s")
}

func BenchmarkEmbed(b *testing.B) {
	l := benchParts(b)
	jobs := l.tokenise(benchTexts(b, few))
	run := func(name string, spaces models.Set) {
		b.Run(name, func(b *testing.B) {
			err := l.withScheduler(b.Context(), spaces, func(s *sched.Scheduler) error {
				for b.Loop() {
					if err := embed(b.Context(), s, jobs); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			perSecond(b, few, "memories/s")
		})
	}
	for _, s := range models.All.Spaces() {
		run(s.Code(), models.SetOf(s))
	}
	run("all", kept)
}

// benchRecords are texts and what is kept of them, with the values they were packed from.
func benchRecords(b *testing.B) (texts []string, values []sched.Result, records []fingerprint.Record) {
	b.Helper()
	texts = benchTexts(b, few)
	l := benchParts(b)
	err := l.withScheduler(b.Context(), kept, func(s *sched.Scheduler) (err error) {
		values, err = s.Embed(b.Context(), l.tokenise(texts)...)
		return err
	})
	records = make([]fingerprint.Record, len(texts))
	if err == nil {
		err = packAll(records, values)
	}
	if err != nil {
		b.Fatal(err)
	}
	return texts, values, records
}

func BenchmarkPack(b *testing.B) {
	_, values, records := benchRecords(b)
	for b.Loop() {
		if err := packAll(records, values); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, few, "memories/s")
}

func BenchmarkIndex(b *testing.B) {
	texts, _, records := benchRecords(b)
	for b.Loop() {
		if err := indexAll(texts, records); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, few, "memories/s")
}

func BenchmarkStore(b *testing.B) {
	texts, _, records := benchRecords(b)
	err := withStore(b.Context(), b.TempDir(), func(s *rocks.Store) error {
		for b.Loop() {
			if err := storeAll(b.Context(), s, texts, records); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	perSecond(b, few, "memories/s")
}

// BenchmarkPlan is the cost of cutting texts into batches, which must be small compared with running them.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{32, 512} {
		lengths := mix.Lengths(n, 1)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				batch.Plan(lengths, batch.Budget{})
			}
			perSecond(b, n, "texts/s")
		})
	}
}

// TestStagesKeepEverySpace: a stage that dropped a space would look fast.
func TestStagesKeepEverySpace(t *testing.T) {
	texts := benchTexts(t, 3)
	l := benchParts(t)
	jobs := l.tokenise(texts)
	if err := l.withScheduler(t.Context(), kept, func(s *sched.Scheduler) error {
		results, err := s.Embed(t.Context(), jobs...)
		if err != nil {
			return err
		}
		records := make([]fingerprint.Record, len(texts))
		if err := packAll(records, results); err != nil {
			return err
		}
		for i, r := range records {
			var have []models.Space
			for s := range r {
				if !r[s].Absent() {
					have = append(have, models.Space(s))
				}
			}
			if !slices.Equal(have, kept.Spaces()) {
				t.Errorf("text %d has the spaces %v, want %v", i, have, kept.Spaces())
			}
		}
		return withStore(t.Context(), t.TempDir(), func(s *rocks.Store) error {
			if err := storeAll(t.Context(), s, texts, records); err != nil {
				return err
			}
			info, err := s.Info(t.Context())
			if err == nil && info.Live() != len(texts) {
				t.Errorf("the store holds %d memories, want %d", info.Live(), len(texts))
			}
			return err
		})
	}); err != nil {
		t.Fatal(err)
	}
}
