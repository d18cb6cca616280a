package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/queue"
	"asterism/engine/sched"
	"asterism/models"
)

// TestTrialBesideAnotherProcess: what another process finds between the scheduler's start and the trial's ends the trial. Otherwise nobody would, since
// the scheduler has the space on trial and the trial has nothing to compare.
func TestTrialBesideAnotherProcess(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	m := &modelSet{card: &pretended{Backend: arith.New()}}
	m.backends = []backend.Backend{m.card, arith.New()}
	c := newEngine(Config{}).cfg
	tr := m.openTrial(&c)
	defer tr.close()
	wrong := models.HDC
	var lanes []sched.Lane
	for _, s := range tr.spaces.Spaces() {
		lanes = append(lanes, sched.Lane{Space: s})
	}
	s, err := sched.New(sched.Config{Lanes: lanes, Backends: m.backends, OnTrial: tr.waiting(), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(context.Background())
	for _, space := range tr.spaces.Spaces() {
		found := CardCheck{Space: space, At: noon}
		if space == wrong {
			found.Why = "too low"
		}
		if err := openCheckBook(tr.book.path, tr.book.key, m.hashes).keep(found); err != nil {
			t.Fatal(err)
		}
	}
	tr.start(s)
	for _, l := range s.Stats().Lanes {
		if l.OnTrial || (l.Backend == m.card.Name()) != (l.Space != wrong) {
			t.Errorf("%v runs on %s, on trial: %v, %s", l.Space, l.Backend, l.OnTrial, l.Cause)
		}
	}
}

// TestProgramHashIsOfTheProgram: whoever mends what launches a kernel, and builds it anew, has the card checked anew.
func TestProgramHashIsOfTheProgram(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	if got := programHash(); got != hex.EncodeToString(sum[:8]) {
		t.Errorf("the hash is %s, that of %s is %x", got, path, sum[:8])
	}
}

// cardFaultsOnTrial: a fault of a backend while it is compared keeps the space from the card; it does not end the program, and is not remembered as an
// answer. Where nothing can be remembered, that is said once.
func cardFaultsOnTrial(t *testing.T, dir string) {
	file := filepath.Join(t.TempDir(), "no folder")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", file)
	log := &testLog{}
	c, opened := withPretended(t, dir, log, func(p *pretended) {
		p.hook = func(s models.Space) error {
			if s == models.Graph {
				panic("a fault of the card")
			}
			return nil
		}
	})
	e := openConfig(t, c)
	for s, b := range settled(t, e) {
		if (b == opened().Name()) != (s != models.Graph) {
			t.Errorf("%v runs on %s", s, b)
		}
	}
	if log.count("a fault of the card") != 1 || log.count("is not remembered") != 1 {
		t.Errorf("the log:\n%s", log.all())
	}
}

// closeWhileChecked: Close ends a check that somebody asked for, and takes nothing away that it uses.
func closeWhileChecked(t *testing.T, dir string) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	arrived, hold := make(chan struct{}, 1000), make(chan struct{})
	var asked atomic.Bool
	c, _ := withPretended(t, dir, &testLog{}, func(p *pretended) {
		p.hook = func(models.Space) error {
			if !asked.Load() {
				return nil
			}
			arrived <- struct{}{}
			<-hold
			if p.closed.Load() {
				return errors.New("the card is closed with a batch at work")
			}
			return nil
		}
	})
	e := openConfig(t, c)
	settled(t, e)
	asked.Store(true)
	checked, closed := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := e.CheckCard(context.Background())
		checked <- err
	}()
	<-arrived
	go func() { closed <- e.Close(context.Background()) }()
	select {
	case <-e.trial.life.Done():
		time.Sleep(20 * time.Millisecond) // Close could go on to the card here
	case <-time.After(10 * time.Second):
		t.Error("Close has not ended the check")
	}
	close(hold)
	if err := <-checked; err == nil || strings.Contains(err.Error(), "at work") {
		t.Errorf("the check went on: %v", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if n := len(arrived); n > 0 {
		t.Errorf("the card had %d batches more after Close had begun", n)
	}
	if _, err := e.CheckCard(context.Background()); !errors.Is(err, queue.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// cardWithoutProcessor: what leaves a card needs ONNX Runtime, and so does the comparing. That it is missing is said before gigabytes are loaded.
func cardWithoutProcessor(t *testing.T, dir string) {
	c, opened := withPretended(t, dir, &testLog{}, func(*pretended) {})
	c.Device, c.ORTLib = "cuda:0", filepath.Join(t.TempDir(), "libonnxruntime.so.1")
	var asked *Error
	if _, err := Open(context.Background(), c); !errors.As(err, &asked) || asked.Kind != KindDevice || !strings.Contains(err.Error(), c.ORTLib) || opened() != nil {
		t.Errorf("error is %v, the card was opened: %v", err, opened() != nil)
	}
}

// nothingIsLeft of engines that were closed, at whatever point of a trial.
func nothingIsLeft(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
