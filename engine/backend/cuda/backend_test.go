package cuda

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"math/rand/v2"
	"path"
	"reflect"
	"strings"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
	"asterism/models"
)

// manifestOf is the manifest of tiny models that lie beside each other.
func manifestOf(t testing.TB, spaces ...models.Space) *models.Manifest {
	t.Helper()
	m := &models.Manifest{Profile: "test"}
	for _, s := range spaces {
		p := pullTiny(t, s)
		d := *p.model
		d.File.File = path.Join(s.Code(), d.File.File)
		m.Dir, m.Models = path.Dir(p.dir), append(m.Models, d)
	}
	return m
}

// open is a backend with little memory for its lanes on an emulated GPU that is watched.
func open(t testing.TB, w *watch, o Options, spaces ...models.Space) (*Backend, error) {
	t.Helper()
	o.Manifest = manifestOf(t, spaces...)
	if o.Tokens == 0 {
		o.Tokens, o.Rows = 256, 16
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return openOn(t.Context(), o, func() (cuda.Machine, error) {
		m, err := emulate.New()
		return &probe{m, w, false}, err
	})
}

// mustOpen is open for tests whose GPU works.
func mustOpen(t testing.TB, w *watch, o Options, spaces ...models.Space) *Backend {
	t.Helper()
	b, err := open(t, w, o, spaces...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

var suiteSpaces = flag.String("suite", "", "spaces, as E8,E5, whose tiny models run the shared tests too; on the emulation that takes a minute of a processor each")

// TestBackendKeepsTheContract runs the tests that every backend must pass, by default over networks that are quick to emulate: what is tested is what becomes of a batch
// on its way, and each model's network has tests of its own. These are not made of products, so their values are the same to the bit: bound 0.
func TestBackendKeepsTheContract(t *testing.T) {
	spaces := []models.Space{models.Graph, models.Semantic, models.Code}
	suite.Run(t, suite.Config{Vocabulary: bagVocabulary, MaxTokens: bagWindow, Open: func(t *testing.T) backend.Backend {
		return wide{openBags(t, &watch{}, budget{256, 4}, nil, spaces...)}
	}})
	for code := range strings.FieldsFuncSeq(*suiteSpaces, func(r rune) bool { return r == ',' }) {
		s, err := models.ParseSpace(code)
		if err != nil {
			t.Fatal(err)
		}
		suite.Run(t, suite.Config{Bound: Bound, Vocabulary: 500, MaxTokens: 12, Batches: 1,
			Open:  func(t *testing.T) backend.Backend { return mustOpen(t, &watch{}, Options{}, s) },
			Frame: func(s models.Space) batch.Frame { return batch.Frame(pullTiny(t, s).model.PassageFrame) }})
	}
}

// TestSmallGPUSplitsBatches: batches that are larger than the lanes' memory are cut, those that the GPU has no memory for are halved, and every row has the value that it has alone.
func TestSmallGPUSplitsBatches(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{64, 4}, nil, models.Graph)
	r := rand.New(rand.NewPCG(2, 2))
	embed := func(in *batch.Batch) error {
		got, err := b.Embed(t.Context(), models.Graph, in)
		if err == nil {
			checkBag(t, models.Graph, in, got)
		}
		return err
	}
	if err := embed(drawBag(r, batch.Passage, 30, 25, 0, 35, 1, 1, 1, 1, 1, 1, 60, 64)); err != nil {
		t.Fatal(err)
	}
	before := w.allocations.Load()
	w.limit(1)
	in := drawBag(r, batch.Passage, 30, 25, 0, 35, 1, 1, 1, 1, 1, 1, 60, 64)
	if err := embed(in); err != nil || w.allocations.Load() != before {
		t.Errorf("a batch that is cut to the lanes' memory: %v, %d allocations", err, w.allocations.Load()-before)
	}
	// A row that is longer than planned needs more memory, which is not free at first; then it is.
	if err := embed(drawBag(r, batch.Passage, 120)); !errors.Is(err, cuda.ErrMemory) || errors.Is(err, backend.ErrLost) || w.refused == 0 {
		t.Errorf("a long row without memory: error %v", err)
	}
	// The lane has lost its memory by that, and there is enough for two rows at a time.
	w.limit(offsetsOf((&bag{}).needs(size{64, 4, 6}), size{64, 4, 6}).bytes)
	w.refused = 0
	for range 3 { // both lanes
		if err := embed(drawBag(r, batch.Passage, 120, 28, 30, 29, 27)); !errors.Is(err, cuda.ErrMemory) {
			t.Errorf("the row of 120 tokens: %v", err)
		}
		if err := embed(drawBag(r, batch.Passage, 28, 30, 29, 27)); err != nil {
			t.Error(err)
		}
	}
	if w.refused == 0 {
		t.Error("no batch was refused: nothing was halved")
	}
	w.limit(0)
	for range 3 {
		if err := embed(drawBag(r, batch.Passage, 120, 64, 3)); err != nil {
			t.Error(err)
		}
	}
}

// TestNothingIsAllocatedFromBatchToBatch: the lanes' memory was allocated for the budget.
func TestNothingIsAllocatedFromBatchToBatch(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{256, 16}, nil, models.Graph, models.Causal)
	before, pinned := w.allocations.Load(), w.pinned.Load()
	r := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		for _, s := range []models.Space{models.Graph, models.Causal} {
			for _, role := range []batch.Role{batch.Passage, batch.Query} {
				lengths := make([]int, 1+r.IntN(16))
				for i := range lengths {
					lengths[i] = r.IntN(bagWindow)
				}
				in := drawBag(r, role, lengths...)
				got, err := b.Embed(t.Context(), s, in)
				if err != nil {
					t.Fatal(err)
				}
				checkBag(t, s, in, got)
			}
		}
	}
	if n := w.allocations.Load() - before; n != 0 || w.pinned.Load() != pinned {
		t.Errorf("%d allocations and %d pieces of pinned memory for batches within the budget", n, w.pinned.Load()-pinned)
	}
}

// TestCloseGivesEverythingBack: the lanes' memory and pinned memory; weights go with the GPU.
func TestCloseGivesEverythingBack(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{64, 4}, nil, models.Graph)
	if w.allocated.Load() != 4 {
		t.Errorf("%d pieces of memory, want one of weights and a lane's each", w.allocated.Load())
	}
	for range 2 {
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if w.pinned.Load() != 0 || w.allocated.Load() != 1 {
		t.Errorf("%d pieces of pinned memory and %d of the GPU's are held after Close", w.pinned.Load(), w.allocated.Load())
	}
	if _, err := b.Embed(t.Context(), models.Graph, drawBag(rand.New(rand.NewPCG(3, 3)), batch.Passage, 2)); !errors.Is(err, errClosed) {
		t.Errorf("after Close the error is %v", err)
	}
	if _, _, err := b.Memory(); !errors.Is(err, errClosed) {
		t.Errorf("after Close memory says %v", err)
	}
}

func TestEmbedRefuses(t *testing.T) {
	b := openBags(t, &watch{}, budget{64, 4}, nil, models.Graph)
	for name, in := range map[string]*batch.Batch{
		"an id too large": batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{0, bagVocabulary}}),
		"an id below 0":   batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{-1}}),
		"too long":        batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{make([]int32, bagWindow+1)}),
		"an image":        batch.OfImages(batch.Passage, [][]float32{{1}}),
		"an unknown role": {Role: 7, IDs: []int32{1}, Offsets: []int32{0, 1}},
	} {
		if _, err := b.Embed(t.Context(), models.Graph, in); err == nil || errors.Is(err, backend.ErrLost) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Embed(ended, models.Graph, &batch.Batch{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context: %v", err)
	}
	if _, err := b.Embed(t.Context(), models.Code, &batch.Batch{}); err == nil {
		t.Error("a space without a model was embedded")
	}
}

// TestQuestionsDoNotWaitForPassages: while both lanes of the passages stand still, a question is answered; and who does not want to wait any longer does not.
func TestQuestionsDoNotWaitForPassages(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{64, 4}, nil, models.Graph)
	held, goOn := make(chan struct{}, 2), make(chan struct{})
	w.onLaunch(func(urgent bool, _ int64) error {
		if !urgent {
			held <- struct{}{}
			<-goOn
		}
		return nil
	})
	r, done := rand.New(rand.NewPCG(5, 5)), make(chan error, 4)
	for range 4 { // two for the lanes, two that wait for them
		in := drawBag(r, batch.Passage, 40)
		go func() {
			_, err := b.Embed(context.Background(), models.Graph, in)
			done <- err
		}()
	}
	<-held
	<-held
	if _, err := b.Embed(t.Context(), models.Graph, drawBag(r, batch.Query, 5)); err != nil {
		t.Error(err)
	}
	short, cancel := context.WithCancel(t.Context())
	withdrawn := make(chan error)
	go func() {
		_, err := b.Embed(short, models.Graph, drawBag(rand.New(rand.NewPCG(1, 5)), batch.Passage, 5))
		withdrawn <- err
	}()
	cancel()
	if err := <-withdrawn; !errors.Is(err, context.Canceled) {
		t.Errorf("a passage that is withdrawn: %v", err)
	}
	w.onLaunch(nil)
	close(goOn)
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestFaultOfABatchIsItsOwn: a launch that is refused, a copy that fails, a panic, and a value that is no number fail their batch, and the next one has its values.
func TestFaultOfABatchIsItsOwn(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{512, 4}, nil, models.Graph)
	in := drawBag(rand.New(rand.NewPCG(6, 6)), batch.Passage, 100, 110, 90)
	for name, fault := range map[string]func(){
		"a launch": func() { w.onLaunch(func(bool, int64) error { return errRefused }) },
		"a panic":  func() { w.onLaunch(func(bool, int64) error { panic("of the test") }) },
		"a copy":   func() { w.onUpload(func(cuda.Pointer, []byte) error { return errRefused }) },
		"no number": func() {
			w.onUpload(func(at cuda.Pointer, data []byte) error {
				for i := range data {
					data[i] = 0 // all texts are empty: their sums are 0 and of no length
				}
				return nil
			})
		},
	} {
		fault()
		got, err := b.Embed(t.Context(), models.Graph, in)
		if name == "no number" {
			if err != nil || !got[0].Absent() {
				t.Errorf("%s: %v", name, err)
			}
		} else if err == nil || errors.Is(err, backend.ErrLost) {
			t.Errorf("%s: the error is %v", name, err)
		}
		w.onLaunch(nil)
		w.onUpload(nil)
		for range 2 { // in both lanes
			got, err := b.Embed(t.Context(), models.Graph, in)
			if err != nil {
				t.Fatalf("after %s: %v", name, err)
			}
			checkBag(t, models.Graph, in, got)
		}
	}
}

var errRefused = errors.New("refused by the test")

// TestOpenRefuses says why no model is on the GPU.
func TestOpenRefuses(t *testing.T) {
	if _, err := openOn(t.Context(), Options{}, nil); err == nil || !strings.Contains(err.Error(), "no manifest") {
		t.Errorf("without a manifest: %v", err)
	}
	if _, err := openOn(t.Context(), Options{Manifest: &models.Manifest{}}, func() (cuda.Machine, error) { return nil, errRefused }); !errors.Is(err, errRefused) {
		t.Errorf("without a GPU: %v", err)
	}
	if _, err := open(t, &watch{}, Options{Tokens: -1, Rows: 1}, models.Graph); err == nil || !strings.Contains(err.Error(), "-1 tokens") {
		t.Errorf("with batches of fewer than no tokens: %v", err)
	}
	_, err := open(t, &watch{}, Options{Memory: 1 << 20}, models.Graph)
	if err == nil || !strings.Contains(err.Error(), "more than is left of the GPU's 1 MiB") {
		t.Errorf("without memory: %v", err)
	}
	if _, err := open(t, &watch{}, Options{}); err == nil || !strings.Contains(err.Error(), "no model runs on") {
		t.Errorf("without models: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := openOn(ended, Options{Manifest: manifestOf(t, models.Graph)}, func() (cuda.Machine, error) { return emulate.New() }); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context: %v", err)
	}
}

// TestModelThatCannotBeLoadedStaysOnTheProcessor: memory that the plan counted on and that is not there, in the middle of the weights and for the lanes, takes nothing with it.
func TestModelThatCannotBeLoadedStaysOnTheProcessor(t *testing.T) {
	for name, most := range map[string]int{"weights": 1000, "lanes": 600 << 10} {
		w := &watch{}
		w.limit(most)
		b, err := open(t, w, Options{Tokens: 4096, Rows: 64}, models.Graph)
		if b != nil || err == nil || !strings.Contains(err.Error(), "out of device memory") {
			t.Errorf("%s: opened %v, %v", name, b, err)
		}
		if w.allocated.Load() != 0 || w.pinned.Load() != 0 {
			t.Errorf("%s: %d pieces of the GPU's memory and %d of pinned memory are held", name, w.allocated.Load(), w.pinned.Load())
		}
	}
}

// TestResidencyTellsEverySpace of the profile, in order, with its bytes.
func TestResidencyTellsEverySpace(t *testing.T) {
	var classified []uint64
	b := mustOpen(t, &watch{}, Options{Progress: func(done, total uint64) { classified = append(classified, done, total) }}, models.Graph)
	var spaces []models.Space
	for _, p := range b.Residency() {
		spaces = append(spaces, p.Space)
		if p.OnGPU != (p.Space == models.Graph) || p.Why == "" || p.OnGPU && p.Bytes == 0 {
			t.Errorf("%+v", p)
		}
	}
	if want := models.OfOrigin(models.FromTime).With(models.Graph).With(models.HDC).Spaces(); !reflect.DeepEqual(spaces, want) {
		t.Errorf("places for %v, want %v", spaces, want)
	}
	if b.Spaces() != models.SetOf(models.Graph) || b.Name() != "cuda on emulated GPU" {
		t.Errorf("%s has %v", b.Name(), b.Spaces().Spaces())
	}
	if n := len(classified); n == 0 || classified[n-2] == 0 || classified[n-2] > classified[n-1] || classified[n-1]-classified[n-2] > classified[n-1]/20 { // the total counts what alignment adds
		t.Errorf("progress was told %v", classified)
	}
	if free, total, err := b.Memory(); err != nil || free == 0 || free >= total {
		t.Errorf("memory: %d of %d, %v", free, total, err)
	}
}
