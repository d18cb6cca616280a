package engine

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/backend/cuda"
	"asterism/engine/batch"
	"asterism/engine/embedder"
	"asterism/engine/fingerprint"
	"asterism/engine/testlog"
	"asterism/models"
	"asterism/models/drawn/profile"
)

// packing is a mock GPU that packs values.
type packing struct {
	*pretended
	packed atomic.Int64 // rows
}

func (p *packing) EmbedPacked(ctx context.Context, s models.Space, b *batch.Batch) ([]fingerprint.Packed, error) {
	values, err := p.Embed(ctx, s, b)
	if err != nil {
		return nil, err
	}
	p.packed.Add(int64(len(values)))
	out := make([]fingerprint.Packed, len(values))
	for i, v := range values {
		if out[i], err = fingerprint.Pack(s, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// withPacking is withPretended with a GPU that packs and has passed its trial.
func withPacking(t *testing.T, dir string, log *testlog.Log, change func(*pretended)) (Config, func() *packing) {
	t.Helper()
	c, _ := withPretended(t, dir, log, change)
	var opened atomic.Pointer[packing]
	open := c.openGPU
	c.openGPU = func(ctx context.Context, o cuda.Options) (embedder.GPU, error) {
		inner, err := open(ctx, o)
		if err != nil {
			return nil, err
		}
		p := &packing{pretended: inner.(*pretended)}
		opened.Store(p)
		return p, nil
	}
	return c, opened.Load
}

// packedTexts contain one that has several windows in E10.
var packedTexts = []string{
	"a", "The pump failed because the seal was dry.", "東京の夏は暑い。", strings.Repeat("Beans want water at dawn, and slugs come at dusk. ", 10),
}

// TestGPUPacks runs everything over one profile of tiny models.
func TestGPUPacks(t *testing.T) {
	dir := tinyFull(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	settling, _ := withPretended(t, dir, &testlog.Log{}, func(*pretended) {})
	e := openConfig(t, settling)
	settled(t, e) // and the result is stored
	shut(t, e)
	t.Run("what is only stored", func(t *testing.T) { packsWhatIsOnlyStored(t, dir) })
	t.Run("nothing is lost", func(t *testing.T) { packingGPUIsLost(t, dir) })
	t.Run("calls overlap", func(t *testing.T) { ingestOverlaps(t, dir) })
	t.Run("embedded anew", func(t *testing.T) { reembedsPacked(t, dir) })
}

// onProcessor returns the same models without a GPU.
func onProcessor(dir string) Config {
	return Config{Profile: profile.Name, Models: dir, Device: "cpu"}
}

// packsWhatIsOnlyStored checks that texts that are only stored come packed, byte for byte as the processor packs them, and that a reader of a passage's floats gets floats.
func packsWhatIsOnlyStored(t *testing.T, dir string) {
	c, opened := withPacking(t, dir, &testlog.Log{}, func(*pretended) {})
	e := openConfig(t, c)
	out := remember(t, e, notesOf(packedTexts...)...)
	for i, r := range out {
		if missing := models.All.Without(r.Spaces); missing != 0 {
			t.Errorf("text %d has no value in %v", i, missing.Spaces())
		}
	}
	rows := opened().packed.Load()
	if rows < int64(len(packedTexts)) {
		t.Errorf("%d rows came packed of %d texts in nine spaces", rows, len(packedTexts))
	}
	plain := onProcessor(dir)
	plain.Data = t.TempDir()
	other := openConfig(t, plain)
	q := EmbedQuestion{Texts: packedTexts, Spaces: models.All.Without(models.OfOrigin(models.FromTime))}
	got, err := e.Embed(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	want, err := other.Embed(context.Background(), q)
	if err != nil || !reflect.DeepEqual(got.Values, want.Values) {
		t.Errorf("the tool embed gives other values than the processor's (%v)", err)
	}
	for _, e := range []*Engine{e, other} {
		in, err := e.Inject(context.Background(), Note{Content: "The seal of the pump was dry again.", Rationale: "a test"})
		if err != nil || in.UTL == nil || !in.UTL.Measured {
			t.Fatalf("inject: %v", err)
		}
		words := "The seal was wet."
		if _, err := e.Update(context.Background(), in.ID, Change{Content: &words}); err != nil {
			t.Fatal(err)
		}
	}
	if n := opened().packed.Load(); n != rows {
		t.Errorf("%d more rows came packed to who needs floats", n-rows)
	}
	mustEqualFresh(t, e, onProcessor(dir))
	if e.Ahead() != 6 || other.Ahead() != 4 {
		t.Errorf("%d calls ahead on a GPU, %d on the processor", e.Ahead(), other.Ahead())
	}
	if _, _, ok := other.GPUBusy(); ok {
		t.Error("without a GPU it is busy")
	}
}

// packingGPUIsLost removes the GPU during many calls: all texts are stored, with the values that they would have had.
func packingGPUIsLost(t *testing.T, dir string) {
	var dead atomic.Bool
	var batches atomic.Int64
	log := &testlog.Log{}
	c, opened := withPacking(t, dir, log, func(p *pretended) {
		p.hook = func(models.Space) error {
			if dead.Load() || batches.Add(1) > 20 {
				dead.Store(true)
				return fmt.Errorf("launch pack_bytes: %w", backend.ErrLost)
			}
			return nil
		}
	})
	e := openConfig(t, c)
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() {
			var notes []Note
			for _, text := range packedTexts {
				notes = append(notes, Note{Content: fmt.Sprintf("%d: %s", i, text)})
			}
			if _, err := e.RememberAll(context.Background(), notes); err != nil {
				t.Errorf("notes were lost: %v", err)
			}
		})
	}
	wg.Wait()
	if !dead.Load() || opened().packed.Load() == 0 {
		t.Fatalf("the GPU died: %v, after %d packed rows", dead.Load(), opened().packed.Load())
	}
	if n := log.Count("a backend is lost"); n != 1 {
		t.Errorf("the log says %d times that the GPU is lost", n)
	}
	if n := len(everyMemory(t, e)); n != 5*len(packedTexts) {
		t.Errorf("%d memories are stored, want %d", n, 5*len(packedTexts))
	}
	sampled := everyMemory(t, e)
	plain := onProcessor(dir)
	plain.Data = t.TempDir()
	fresh := openConfig(t, plain)
	texts := map[string]*fingerprint.Record{}
	for _, m := range sampled {
		texts[m.Content] = &m.Record
	}
	keys := make([]string, 0, len(texts))
	for text := range texts {
		keys = append(keys, text)
	}
	slices.Sort(keys)
	remember(t, fresh, notesOf(keys...)...)
	for _, m := range everyMemory(t, fresh) {
		got := texts[m.Content]
		for s := range m.Record {
			if !got[s].Equal(&m.Record[s]) {
				t.Errorf("%v of %.20q is not what the processor stores", models.Space(s), m.Content)
			}
		}
	}
}

// reembedsPacked checks that, on a GPU that packs, memories of other models get the values that they would have had from the start.
func reembedsPacked(t *testing.T, dir string) {
	data := t.TempDir()
	e := open(t, data)
	remember(t, e, notesOf(packedTexts...)...)
	shut(t, e)
	c, opened := withPacking(t, dir, &testlog.Log{}, func(*pretended) {})
	c.Data, c.Device = data, "cuda:0"
	r := reembedding(t, c)
	if report := finish(t, r); report.Embedded != len(packedTexts) {
		t.Errorf("report %+v", report)
	}
	if opened().packed.Load() == 0 {
		t.Error("nothing came packed")
	}
	plain := onProcessor(dir)
	plain.Data = data
	mustEqualFresh(t, openConfig(t, plain), onProcessor(dir))
}
