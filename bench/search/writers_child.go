package search

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/bench/report"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/store/suite"
)

// childMode writes to a store and says how fast, when this process was started for that by [bench.writersChild].
func childMode() (done bool, err error) {
	dir := os.Getenv(childDir)
	if dir == "" {
		return false, nil
	}
	return true, writeAsChild(dir)
}

func writeAsChild(dir string) error {
	rounds, err := strconv.Atoi(os.Getenv(childRounds))
	if err != nil {
		return err
	}
	turn, err := time.ParseDuration(os.Getenv(childTurn))
	if err != nil {
		return err
	}
	w := &writing{turn: turn}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 64 { // making random values takes longer than storing them
		w.records = append(w.records, suite.Record(rng, 60))
	}
	if w.store, err = rocks.Open(context.Background(), rocks.Options{Dir: dir}); err != nil {
		return err
	}
	defer w.store.Close()
	sync, err := syncMs(dir) // before the store keeps the disk busy
	if err != nil {
		return err
	}
	out, err := w.rounds(rounds)
	if err != nil {
		return err
	}
	out.SyncMs = sync
	return json.NewEncoder(os.Stdout).Encode(out)
}

// writing is the child's store and what it writes: memories of 60 tokens.
type writing struct {
	store   *rocks.Store
	records []fingerprint.Record
	turn    time.Duration
	next    atomic.Int64
}

// rounds has one writer and sixteen in turn; a first turn of each does not count.
func (w *writing) rounds(n int) (*written, error) {
	out := &written{}
	for r := range n + 1 {
		one, err := w.rate(1)
		if err != nil {
			return nil, err
		}
		sixteen, err := w.rate(16)
		if err != nil {
			return nil, err
		}
		if r > 0 {
			out.One, out.Sixteen = append(out.One, one), append(out.Sixteen, sixteen)
		}
	}
	return out, nil
}

// rate is how many writes a second so many writers have acknowledged.
func (w *writing) rate(writers int) (float64, error) {
	var done atomic.Int64
	group, ctx := errgroup.WithContext(context.Background())
	start := time.Now()
	for range writers {
		group.Go(func() error {
			for time.Since(start) < w.turn {
				if err := w.store.Apply(ctx, suite.Remember(w.memory(int(w.next.Add(1))))); err != nil {
					return err
				}
				done.Add(1)
			}
			return nil
		})
	}
	err := group.Wait()
	return float64(done.Load()) / time.Since(start).Seconds(), err
}

func (w *writing) memory(n int) *store.Memory {
	m := suite.Sample(0)
	m.ID = suite.ID(n)
	m.Content = fmt.Sprintf("%d: the certificate of the front end runs out in March; renew it with the script, not by hand, because "+
		"the load balancer reads the bundle at start-up only and needs both chains in the right order.", n)
	m.TextHash[0], m.TextHash[1], m.TextHash[2] = byte(n), byte(n>>8), byte(n>>16)
	m.Record = w.records[n%len(w.records)]
	return m
}

// syncMs is the middle time of fdatasync after appending 10,000 bytes, about a memory, in the folder.
func syncMs(dir string) (float64, error) {
	f, err := os.Create(filepath.Join(dir, "sync"))
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	var ms []float64
	for range 50 {
		if _, err := f.Write(make([]byte, 10_000)); err != nil {
			return 0, err
		}
		start := time.Now()
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			return 0, err
		}
		ms = append(ms, time.Since(start).Seconds()*1000)
	}
	return report.Median(ms), nil
}
