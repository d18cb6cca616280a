package trial

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"asterism/bench/cluster/history"
	"asterism/bench/toolcall"
)

// Options define how large rounds are.
type Options struct {
	Writers  int
	Before   time.Duration // of writing before and after a fault
	Patience time.Duration // of a writer with one call; 0: for ever
	Timing   Timing
	Within   time.Duration // in which the cluster has to be whole again after a fault
	EachTime time.Duration // for the check of each memory's history
	Seed     uint64
	Pause    time.Duration        // of a writer between two calls, at most; by chance
	Other    func(content string) // is called at the end with each memory that was not written in the round; nil: no call
}

// Round is what one round showed.
type Round struct {
	Number       int      `json:"round"`
	Fault        string   `json:"fault"`
	Leader       bool     `json:"leader"` // the node that it happened to led a shard that was written to
	Answered     int      `json:"answered"`
	NoAnswer     int      `json:"no_answer"`
	Refused      int      `json:"refused"`
	LongestMs    int64    `json:"longest_ms"` // between two answered writes
	SettledMs    int64    `json:"settled_ms"` // from the end of the fault until all replicas were whole
	Lost         int      `json:"lost"`       // acknowledged and not there
	Twice        int      `json:"twice"`      // there under two ids
	Never        int      `json:"never"`      // there, and nobody wrote it
	NotLinear    int      `json:"not_linearizable"`
	Undecided    int      `json:"undecided"` // memories with too many calls to try all orders of
	Different    string   `json:"different"` // how replicas differ; empty: they are equal
	Strange      []string `json:"strange"`
	Unexplained  []string `json:"unexplained"` // calls about a memory whose answers no order explains
	MemoriesKept int      `json:"memories"`
	Seconds      float64  `json:"seconds"`
}

// Good reports whether nothing was wrong.
func (r *Round) Good() bool {
	return r.Lost+r.Twice+r.Never+r.NotLinear == 0 && r.Different == "" && len(r.Strange) == 0
}

// Namespaces are those that are written to; they are in several shards.
var Namespaces = []string{"harbour", "orchard", "foundry", "library"}

// Run is one round over a running cluster: writers write, a fault comes and goes, everything is read once more, the cluster is stopped, and its content is compared. The
// cluster is left stopped.
func (o *Options) Run(ctx context.Context, c Cluster, number int) (*Round, error) {
	fault := Faults[number%len(Faults)]
	return o.During(ctx, c, number, fault.Name, func(ctx context.Context, w *Writers, r *Round, rng *rand.Rand) error {
		return o.disturb(ctx, c, w, fault, r, rng)
	})
}

// During is a round in which what do does happens while writers write; they begin with all nodes that there are.
func (o *Options) During(ctx context.Context, c Cluster, number int, what string, do func(context.Context, *Writers, *Round, *rand.Rand) error) (*Round, error) {
	began, rng := time.Now(), rand.New(rand.NewPCG(o.Seed, uint64(number)))
	w := &Writers{Count: o.Writers, Namespaces: Namespaces, Round: number, Seed: rng.Uint64(), Patience: o.Patience, Pause: o.Pause, Recorder: history.NewRecorder()}
	for node := range c.Nodes() {
		w.Callers = append(w.Callers, c.Caller(node))
	}
	r := &Round{Number: number, Fault: what}
	writing, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { w.Run(writing); close(done) }()
	err := do(ctx, w, r, rng)
	stop()
	<-done
	if err == nil {
		err = o.settle(ctx, c, r)
	}
	if err == nil {
		err = readAll(ctx, w)
	}
	if err != nil {
		return nil, fmt.Errorf("round %d (%s): %w", number, what, err)
	}
	if err := c.Stop(ctx); err != nil {
		return nil, fmt.Errorf("stop the cluster after round %d: %w", number, err)
	}
	o.judge(ctx, c, w, r)
	r.Seconds = time.Since(began).Seconds()
	return r, nil
}

// disturb lets the fault happen while there is writing, to a leader every other time that all faults were tried, and ends some time after the first write that was answered when the fault was over.
func (o *Options) disturb(ctx context.Context, c Cluster, w *Writers, fault Fault, r *Round, rng *rand.Rand) error {
	if err := wait(ctx, o.Before); err != nil {
		return err
	}
	victim := rng.IntN(c.Nodes())
	if r.Leader = (r.Number/len(Faults)+r.Number)%2 == 0; r.Leader {
		leader, ok := c.Leader(ctx, Namespaces[rng.IntN(len(Namespaces))])
		if !ok {
			return fmt.Errorf("nobody leads before the fault")
		}
		victim = leader
	}
	if err := fault.Run(ctx, c, o.Timing, victim, rng); err != nil {
		return err
	}
	if err := o.AwaitWrite(ctx, w); err != nil {
		return err
	}
	return wait(ctx, o.Before)
}

// AwaitWrite waits for a write that is answered from now on, as long as the cluster may take to be whole.
func (o *Options) AwaitWrite(ctx context.Context, w *Writers) error {
	for began := time.Now(); !w.Told().lastWrite.After(began); {
		if time.Since(began) > o.Within {
			return fmt.Errorf("no write was answered within %v after the fault", o.Within)
		}
		if err := wait(ctx, lookAtWrites); err != nil {
			return err
		}
	}
	return nil
}

const lookAtWrites = 20 * time.Millisecond

func (o *Options) settle(ctx context.Context, c Cluster, r *Round) error {
	began := time.Now()
	within, stop := context.WithTimeoutCause(ctx, o.Within, fmt.Errorf("the cluster is not whole %v after the fault", o.Within))
	defer stop()
	if err := c.Settled(within); err != nil {
		return fmt.Errorf("%w (%w)", err, context.Cause(within))
	}
	r.SettledMs = time.Since(began).Milliseconds()
	return nil
}

// readAll reads every memory once more at every node, so that what was lost is in the history.
func readAll(ctx context.Context, w *Writers) error {
	for _, m := range w.memories() {
		for node, caller := range w.Callers {
			if err := w.readOnce(ctx, caller, m); err != nil {
				return fmt.Errorf("read %s at node %d of a cluster that is whole: %w", m.name, node, err)
			}
		}
	}
	return nil
}

func (w *Writers) readOnce(ctx context.Context, caller *toolcall.Caller, m *memory) error {
	call := history.Call{Memory: m.name, Op: history.Get}
	end := w.Recorder.Begin(w.Count, call)
	a, err := ask(ctx, caller, m, call)
	if err == nil {
		end(a)
	}
	return err
}

// judge compares the answers with what is stored.
func (o *Options) judge(ctx context.Context, c Cluster, w *Writers, r *Round) {
	told := w.Told()
	r.Answered, r.NoAnswer, r.Refused, r.LongestMs, r.Strange = told.Answered, told.NoAnswer, told.Refused, told.LongestMs, append([]string{}, told.Strange...)
	ids := map[string]map[string]bool{} // name → ids
	err := c.Replicas(ctx, func(id, content string) {
		r.MemoriesKept++
		name, _, ours := strings.Cut(content, ", text ")
		if !ours || !strings.HasSuffix(name, fmt.Sprintf("in round %d", r.Number)) {
			if o.Other != nil {
				o.Other(content)
			}
			return
		}
		if !w.sent[content] {
			r.Never++
		}
		if ids[name] == nil {
			ids[name] = map[string]bool{}
		}
		ids[name][id] = true
	})
	if err != nil {
		r.Different = err.Error()
	}
	for _, m := range w.memories() {
		if !ids[m.name][m.id] {
			r.Lost++
		}
	}
	for _, of := range ids {
		r.Twice += len(of) - 1
	}
	entries := w.Recorder.Entries()
	v := history.Check(entries, o.EachTime)
	r.NotLinear, r.Undecided = len(v.Broken), len(v.Undecided)
	for _, name := range v.Broken[:min(2, len(v.Broken))] {
		r.Unexplained = append(r.Unexplained, history.Show(entries, name)...)
	}
}
