package stress

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// Options define how large rounds are.
type Options struct {
	Program Program
	Self    Program // starts this program as a client process, see [Client]
	Dir     string  // an existing folder, for the stores
	Clients int     // processes
	Writers int     // goroutines of each
	Notes   int     // writes of a round
	Seed    uint64  // of the moments of the kills
}

// Round is what one round showed.
type Round struct {
	Number   int      `json:"round"`
	KilledAt int      `json:"killed_at"` // acknowledgements after which the server was killed
	Known    int      `json:"known"`     // acknowledgements until it was gone
	Open     int      `json:"open"`      // notes that were sent and got no answer
	Kept     int      `json:"kept"`      // of the open ones, those that were there all the same
	Seconds  float64  `json:"seconds"`
	Wrong    []string `json:"wrong"` // what was not as it must be
	Lost     int      `json:"lost"`  // acknowledged and not there
	Half     int      `json:"half"`  // there and not whole
	Twice    int      `json:"twice"` // there more than once, or acknowledged under two ids
}

// mostWrong is how many mistakes are reported in words.
const mostWrong = 10

// wrong counts a mistake and keeps its words.
func (r *Round) wrong(count *int, format string, args ...any) {
	if count != nil {
		*count++
	}
	if len(r.Wrong) < mostWrong {
		r.Wrong = append(r.Wrong, fmt.Sprintf(format, args...))
	}
}

// Run is one round: a server over an empty store, clients that write all notes, SIGKILL when a random number of them was acknowledged. A new server over the
// same store must have every acknowledged note whole, and every other one whole or not at all. Then what is not there is sent again, the server is killed once more,
// and in the end each note must be there exactly once and every record must be sound. The store of a round in which something is wrong is left.
func (o *Options) Run(ctx context.Context, number int) (*Round, error) {
	began := time.Now()
	rng := rand.New(rand.NewPCG(o.Seed, uint64(number)))
	r := &Round{Number: number, KilledAt: 1 + rng.IntN(max(1, o.Notes-1)), Wrong: []string{}}
	data := filepath.Join(o.Dir, fmt.Sprintf("round-%d", number))
	if err := os.RemoveAll(data); err != nil { // of a run that was cut off
		return nil, err
	}
	notes := make([]int, o.Notes)
	for n := range notes {
		notes[n] = n
	}
	known := ledger{}
	if err := o.writeAndKill(ctx, r, data, notes, known); err != nil {
		return nil, fmt.Errorf("round %d: %w", number, err)
	}
	if err := o.goOn(ctx, r, data, known); err != nil {
		return nil, fmt.Errorf("round %d, after the kill: %w", number, err)
	}
	r.Seconds = time.Since(began).Seconds()
	if len(r.Wrong) > 0 {
		return r, nil
	}
	return r, os.RemoveAll(data)
}

// writeAndKill is the first half.
func (o *Options) writeAndKill(ctx context.Context, r *Round, data string, notes []int, known ledger) error {
	s, err := o.Program.serve(ctx, data)
	if err != nil {
		return err
	}
	acknowledged := 0
	killed := make(chan struct{})
	err = o.send(ctx, s, r.Number, notes, func(t told) {
		r.note(known, t)
		if t.what == "kept" {
			if acknowledged++; acknowledged == r.KilledAt {
				go func() { s.kill(); close(killed) }()
			}
		}
	})
	if acknowledged < r.KilledAt { // every mistake is reported elsewhere; here the server must not keep running
		s.kill()
		return errors.Join(err, fmt.Errorf("%d of %d notes were acknowledged, and the server was to be killed after %d", acknowledged, len(notes), r.KilledAt))
	}
	<-killed
	r.Known = acknowledged
	return err
}

// goOn is the second half, over what the kill left.
func (o *Options) goOn(ctx context.Context, r *Round, data string, known ledger) error {
	s, err := o.Program.serve(ctx, data)
	if err != nil {
		return err
	}
	defer func() { s.kill() }()
	there, err := s.list(ctx)
	if err != nil {
		return err
	}
	have := r.compare(there, known)
	var missing []int
	for n := range o.Notes {
		_, ok := have[n]
		if a := known[n]; a != nil && a.id == "" { // sent, and no answer came
			r.Open++
			if ok {
				r.Kept++
			}
		}
		if !ok {
			missing = append(missing, n)
		}
	}
	if err := o.send(ctx, s, r.Number, missing, func(t told) {
		r.note(known, t)
		if t.what == "open" {
			r.wrong(nil, "note %d got no answer from a server that nobody killed", t.note)
		}
	}); err != nil {
		return err
	}
	if there, err = s.list(ctx); err != nil {
		return err
	}
	if have = r.compare(there, known); len(have) != o.Notes {
		r.wrong(&r.Lost, "%d of %d notes are there in the end", len(have), o.Notes)
	}
	s.kill()
	return o.check(ctx, r, data, len(there))
}
