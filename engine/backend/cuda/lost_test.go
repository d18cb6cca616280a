package cuda

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/kernels/cuda"
	"asterism/models"
)

// errLostNow is what a driver says of a GPU that is gone.
var errLostNow = fmt.Errorf("%w: it was taken away by the test", cuda.ErrLost)

// TestLostGPUFailsAllLanesAtOnce: with a batch in every lane of nine spaces, one of which finds the GPU gone while the others hang in it, all calls end
// with the cause, every later call too, and Close comes back.
func TestLostGPUFailsAllLanesAtOnce(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{64, 4}, nil, precedence...)
	held, gone := make(chan struct{}, 64), make(chan struct{})
	var once sync.Once
	w.onLaunch(func(bool, int64) error {
		held <- struct{}{}
		<-gone
		var err error
		once.Do(func() { err = errLostNow })
		if err != nil {
			return err
		}
		time.Sleep(time.Millisecond) // the others are still in the driver
		return errLostNow
	})
	done := make(chan error, 64)
	calls := 0
	for _, s := range precedence {
		for _, role := range []batch.Role{batch.Passage, batch.Passage, batch.Passage, batch.Query, batch.Query} {
			calls++
			in := drawBag(rand.New(rand.NewPCG(1, uint64(calls))), role, 40, 20)
			go func() {
				_, err := b.Embed(context.Background(), s, in)
				done <- err
			}()
		}
	}
	for range len(precedence) * 3 {
		<-held
	}
	close(gone)
	for range calls {
		if err := <-done; !errors.Is(err, backend.ErrLost) || !strings.Contains(err.Error(), "taken away by the test") {
			t.Fatalf("a call in flight has the error %v", err)
		}
	}
	launches := w.launches.Load()
	for _, s := range precedence {
		if _, err := b.Embed(t.Context(), s, drawBag(rand.New(rand.NewPCG(1, 1)), batch.Query, 3)); !errors.Is(err, backend.ErrLost) {
			t.Errorf("%v afterwards: %v", s, err)
		}
	}
	if _, _, err := b.Memory(); !errors.Is(err, backend.ErrLost) {
		t.Errorf("memory afterwards: %v", err)
	}
	if w.launches.Load() != launches {
		t.Error("a lost GPU was given work")
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// bagsByHand is a backend on the processor that gives what bags give.
type bagsByHand struct{ spaces models.Set }

func (b *bagsByHand) Name() string       { return "by hand" }
func (b *bagsByHand) Spaces() models.Set { return b.spaces }
func (b *bagsByHand) Close() error       { return nil }
func (b *bagsByHand) Embed(_ context.Context, s models.Space, in *batch.Batch) ([]fingerprint.Value, error) {
	out := make([]fingerprint.Value, in.Rows())
	for i := range out {
		width := s.Info().Width
		out[i].Dense = make([]float32, width)
		for j, v := range bagRow(bagTable(s), in.Row(i)) {
			out[i].Dense[j] = float32(v)
		}
	}
	return out, nil
}

// wide makes a backend of bags give vectors as wide as the spaces promise, so that a scheduler takes them.
type wide struct{ *Backend }

func (b wide) Embed(ctx context.Context, s models.Space, in *batch.Batch) ([]fingerprint.Value, error) {
	out, err := b.Backend.Embed(ctx, s, in)
	for i := range out {
		if out[i].Absent() {
			continue
		}
		out[i].Dense = append(out[i].Dense, make([]float32, s.Info().Width-len(out[i].Dense))...)
	}
	return out, err
}

// TestNoRequestIsLostWithTheGPU: through a scheduler with the processor behind the GPU, which goes in the middle of the work of all spaces, every request has its values.
func TestNoRequestIsLostWithTheGPU(t *testing.T) {
	w := &watch{}
	spaces := []models.Space{models.Semantic, models.Code, models.Graph, models.Multimodal, models.Entity} // those of one vector
	b := openBags(t, w, budget{256, 8}, nil, spaces...)
	var log strings.Builder
	var lanes []sched.Lane
	for _, s := range spaces {
		lanes = append(lanes, sched.Lane{Space: s, Tokenizer: "t", Window: bagWindow})
	}
	s, err := sched.New(sched.Config{Lanes: lanes, Backends: []backend.Backend{wide{b}, &bagsByHand{models.SetOf(spaces...)}},
		Workers: 2 * len(spaces), Log: slog.New(slog.NewTextHandler(&log, nil)), Budget: batch.Budget{Tokens: 256, Rows: 8}})
	if err != nil {
		t.Fatal(err)
	}
	from := w.launches.Load()
	w.onLaunch(func(_ bool, n int64) error {
		if n > from+50 {
			return errLostNow
		}
		return nil
	})
	var wg sync.WaitGroup
	for c := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(c), 4))
			for range 6 {
				var jobs []*sched.Job
				for range 1 + r.IntN(6) {
					jobs = append(jobs, &sched.Job{Role: batch.Role(r.IntN(2)), Tokens: map[string][]int32{"t": drawBag(r, batch.Passage, 1+r.IntN(80)).IDs}})
				}
				results, err := s.Embed(t.Context(), jobs...)
				if err != nil {
					t.Errorf("a request is lost: %v", err)
					return
				}
				for i, j := range jobs {
					for _, space := range spaces {
						in := batch.OfIDs(j.Role, batch.Frame{}, [][]int32{j.Tokens["t"]})
						value := results[i].Values[space]
						value.Dense = value.Dense[:bagWidth]
						checkBag(t, space, in, []fingerprint.Value{value})
					}
				}
			}
		})
	}
	wg.Wait()
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if b.lost.cause() == nil || !strings.Contains(log.String(), "taken away by the test") {
		t.Errorf("the GPU was not taken away, or nobody was told: %q", log.String())
	}
}

// TestGPUThatNeverAnswers: a lane that hangs in the driver holds nobody up, Close says so, and goes.
func TestGPUThatNeverAnswers(t *testing.T) {
	defer func(d time.Duration) { closeGrace = d }(closeGrace)
	w := &watch{}
	b := openBags(t, w, budget{64, 4}, nil, models.Graph)
	held, goOn := make(chan struct{}), make(chan struct{})
	w.onLaunch(func(bool, int64) error {
		close(held)
		<-goOn
		return nil
	})
	done := make(chan error)
	go func() {
		_, err := b.Embed(context.Background(), models.Graph, drawBag(rand.New(rand.NewPCG(1, 1)), batch.Query, 40))
		done <- err
	}()
	<-held
	b.lost.lose(errLostNow) // as another lane would
	if err := <-done; !errors.Is(err, backend.ErrLost) {
		t.Errorf("who waits for a lane that hangs: %v", err)
	}
	closeGrace = 10 * time.Millisecond
	if err := b.Close(); err == nil || !strings.Contains(err.Error(), "still at work") {
		t.Errorf("close: %v", err)
	}
	closeGrace = time.Minute
	w.onLaunch(nil)
	close(goOn)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// TestTrialThatNeverEnds: a kernel that hangs while the ways to multiply are tried does not hold who opens the GPU for ever.
func TestTrialThatNeverEnds(t *testing.T) {
	defer func(d, p time.Duration) { closeGrace, warmPatience = d, p }(closeGrace, warmPatience)
	closeGrace, warmPatience = 10*time.Millisecond, 10*time.Millisecond
	w, goOn := &watch{}, make(chan struct{})
	b := openBags(t, w, budget{64, 4}, nil, models.Graph)
	w.onLaunch(func(bool, int64) error {
		<-goOn
		return nil
	})
	at, err := b.root.Alloc(2 * 64 * 64)
	if err != nil {
		t.Fatal(err)
	}
	hangs := &candidate{net: &layers{[]task{{d: dense{w: at, in: 64, out: 64}}}}}
	o := Options{Log: slog.New(slog.DiscardHandler)}
	if err := b.warmProducts(context.Background(), &o, []*candidate{hangs}, 64); !errors.Is(err, cuda.ErrLost) || !errors.Is(err, errNoPatience) {
		t.Errorf("a trial that never ends: %v", err)
	}
	closeGrace = time.Minute
	w.onLaunch(nil)
	close(goOn)
}

// soak runs mixed batches in all lanes at once, some of which are withdrawn, and returns what was wrong with them.
func soak(b *Backend, batches int, spaces ...models.Space) error {
	const callers = 8
	errs := make(chan error, callers)
	for c := range callers {
		go func() {
			r := rand.New(rand.NewPCG(uint64(c), 3))
			var wrong error
			for range batches / callers {
				wrong = errors.Join(wrong, soakOnce(b, r, spaces[r.IntN(len(spaces))]))
			}
			errs <- wrong
		}()
	}
	var wrong error
	for range callers {
		wrong = errors.Join(wrong, <-errs)
	}
	return wrong
}

func soakOnce(b *Backend, r *rand.Rand, s models.Space) error {
	lengths := make([]int, 1+r.IntN(5))
	for i := range lengths {
		lengths[i] = r.IntN(1 + r.IntN(bagWindow))
	}
	in := drawBag(r, batch.Role(r.IntN(2)), lengths...)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if r.IntN(10) == 0 {
		go cancel()
	}
	got, err := b.Embed(ctx, s, in)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return err
	}
	return bagError(s, in, got)
}

// TestSoak: 2,000 mixed batches leave no memory, no pinned memory and no goroutine behind.
func TestSoak(t *testing.T) {
	w := &watch{}
	spaces := []models.Space{models.Graph, models.Causal, models.Code}
	b := openBags(t, w, budget{256, 8}, nil, spaces...)
	allocated, pinned, goroutines := w.allocated.Load(), w.pinned.Load(), runtime.NumGoroutine()
	if err := soak(b, 2000, spaces...); err != nil {
		t.Error(err)
	}
	if w.allocated.Load() != allocated || w.pinned.Load() != pinned {
		t.Errorf("%d pieces of memory and %d pinned, %d and %d before", w.allocated.Load(), w.pinned.Load(), allocated, pinned)
	}
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > goroutines; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), goroutines)
		}
	}
}
