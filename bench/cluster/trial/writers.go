package trial

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"asterism/bench/cluster/history"
	"asterism/bench/toolcall"
)

// Writers are callers of a cluster.
type Writers struct {
	Callers    []*toolcall.Caller // one a node; [Writers.Ask] changes them while there is writing
	Count      int                // goroutines
	Namespaces []string
	Round      int
	Seed       uint64
	Patience   time.Duration // of a writer with one call; 0: for ever

	Pause time.Duration // between two calls, at most; by chance

	Recorder *history.Recorder
	pool     pool
	made     atomic.Int64

	mu    sync.Mutex
	told  Told
	there []*memory       // those whose storing was acknowledged
	sent  map[string]bool // texts that were sent, whatever the outcome
}

// Told counts the writers' answers.
type Told struct {
	Answered  int
	NoAnswer  int
	Refused   int // for now: busy, no quorum, or a node that cannot be reached
	Strange   []string
	LongestMs int64 // between two answers to writes of any writer
	lastWrite time.Time
}

// mostStrange is how many answers without sense are kept in words.
const mostStrange = 10

// Run lets the writers write until ctx ends; calls that are under way then are waited for.
func (w *Writers) Run(ctx context.Context) {
	w.sent = map[string]bool{}
	var all sync.WaitGroup
	for i := range w.Count {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(w.Seed, uint64(i)))
			for ctx.Err() == nil {
				w.once(context.WithoutCancel(ctx), i, rng)
			}
		})
	}
	all.Wait()
}

// once makes a call. A writer that was refused tries again after a moment.
func (w *Writers) once(ctx context.Context, client int, rng *rand.Rand) {
	m, call := w.next(client, rng)
	if m == nil {
		return
	}
	if w.Pause > 0 {
		time.Sleep(time.Duration(rng.Int64N(int64(w.Pause))))
	}
	end := w.Recorder.Begin(client, call)
	w.note(func() { w.sent[call.Text] = call.Text != "" })
	a, err := w.ask(ctx, w.Caller(rng), m, call)
	switch {
	case errors.Is(err, errNothingDone):
		w.note(func() { w.told.Refused++ })
		time.Sleep(time.Duration(20+rng.IntN(80)) * time.Millisecond)
	case err != nil:
		w.strange(fmt.Sprintf("%s of %s: %v", call.Op, m.name, err))
	default:
		end(a)
		w.answered(m, call, a)
		if call.Op == history.Remember && a.Outcome == history.Done {
			w.pool.add(m, rng)
		}
	}
}

// Caller is that of a random node.
func (w *Writers) Caller(rng *rand.Rand) *toolcall.Caller {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Callers[rng.IntN(len(w.Callers))]
}

// Ask has the writers ask these nodes from now on.
func (w *Writers) Ask(callers ...*toolcall.Caller) { w.note(func() { w.Callers = callers }) }

// ask makes a call with a time limit; after that it counts as unanswered and may still be carried out. Otherwise all writers would soon wait for a node that sleeps, and none would write while another
// node leads.
func (w *Writers) ask(ctx context.Context, c *toolcall.Caller, m *memory, call history.Call) (history.Answer, error) {
	if w.Patience > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, w.Patience)
		defer stop()
	}
	return ask(ctx, c, m, call)
}

// next is what a writer does: mostly something about a memory that others ask about too.
func (w *Writers) next(client int, rng *rand.Rand) (*memory, history.Call) {
	m := w.pool.any(rng)
	if m == nil || rng.IntN(10) == 0 {
		name := fmt.Sprintf("memory %d of writer %d in round %d", w.made.Add(1), client, w.Round)
		m = &memory{name: name, namespace: w.Namespaces[rng.IntN(len(w.Namespaces))]}
		return m, history.Call{Memory: name, Op: history.Remember, Text: m.text(0, rng)}
	}
	number, ok := m.take()
	if !ok {
		return nil, history.Call{}
	}
	ops := []history.Op{history.Get, history.Get, history.Get, history.Update, history.Update, history.Update, history.Forget, history.Restore, history.Restore}
	call := history.Call{Memory: m.name, Op: ops[rng.IntN(len(ops))]}
	if call.Op == history.Update {
		call.Text = m.text(number, rng)
	}
	return m, call
}

// text is a text that no other call writes. Its words differ, so that it is no near copy of another.
func (m *memory) text(number int, rng *rand.Rand) string {
	words := []string{"harbour", "invoice", "compiler", "orchard", "turbine", "ledger", "violin", "glacier", "router", "pharmacy", "lantern", "quarry"}
	rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return fmt.Sprintf("%s, text %d: the %s is beside the %s, the %s behind the %s", m.name, number, words[0], words[1], words[2], words[3])
}

func (w *Writers) answered(m *memory, call history.Call, a history.Answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a.Outcome == history.Unknown {
		w.told.NoAnswer++
		m.gotNoAnswer()
		return
	}
	w.told.Answered++
	if call.Op == history.Get {
		return
	}
	if call.Op == history.Remember {
		w.there = append(w.there, m)
	}
	now := time.Now()
	if !w.told.lastWrite.IsZero() {
		w.told.LongestMs = max(w.told.LongestMs, now.Sub(w.told.lastWrite).Milliseconds())
	}
	w.told.lastWrite = now
}

func (w *Writers) strange(words string) {
	w.note(func() {
		if len(w.told.Strange) < mostStrange {
			w.told.Strange = append(w.told.Strange, words)
		}
	})
}

func (w *Writers) note(fn func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	fn()
}

// Told returns the counts of the answers until now.
func (w *Writers) Told() Told {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.told
}

// memories are those whose storing was acknowledged.
func (w *Writers) memories() []*memory {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]*memory(nil), w.there...)
}
