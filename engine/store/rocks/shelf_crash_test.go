package rocks

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
)

const (
	envShelf     = "ASTERISM_TEST_SHELF_DIR" // put entries into this store until killed
	shelfWriters = 4
)

// shelfKey is the key of a writer's n-th entry; it differs from round to round.
func shelfKey(writer, n int) []byte { return fmt.Appendf(nil, "%02d/%08d", writer, n) }

// shelfCall is a writer's n-th call: it adds an entry, removes the last but one, and stores its progress on another shelf.
func shelfCall(writer, base, n int) []store.Entry {
	call := []store.Entry{
		{Shelf: store.ShelfHistory, Key: shelfKey(writer, n), Value: fmt.Appendf(nil, "entry %d of %d", n, writer)},
		{Shelf: store.ShelfState, Key: shelfKey(writer, base), Value: strconv.AppendInt(nil, int64(n), 10)},
	}
	if n-2 > base {
		call = append(call, store.Entry{Shelf: store.ShelfHistory, Key: shelfKey(writer, n-2)})
	}
	return call
}

// shelfChild puts entries from many goroutines and prints "begin" before and "done" after each call.
func shelfChild(dir string) error {
	base, err := strconv.Atoi(os.Getenv(envBase))
	if err != nil {
		return err
	}
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	failed := make(chan error, shelfWriters)
	for w := range shelfWriters {
		wg.Go(func() {
			for n := base + 1; ; n++ {
				fmt.Printf("begin %d %d\n", w, n)
				if err := s.Put(context.Background(), shelfCall(w, base, n)...); err != nil {
					failed <- err
					return
				}
				fmt.Printf("done %d %d\n", w, n)
			}
		})
	}
	return <-failed
}

// TestKillLosesNoEntry kills a process that puts entries: calls that it reported as done are stored, and the call that each writer
// had begun is stored completely or not at all.
func TestKillLosesNoEntry(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(77, 1))
	dir := t.TempDir()
	acknowledged := 0
	for round := range 10 {
		base := round * 100_000
		begun, done := killShelves(t, dir, base, 1+rng.IntN(100), time.Duration(rng.IntN(2000))*time.Microsecond)
		s := mustOpen(t, dir)
		for w := range shelfWriters {
			mustHoldShelf(t, s, w, base, done[w], begun[w])
			acknowledged += max(done[w]-base, 0)
		}
		mustBeWhole(t, s, 0)
		s.Close()
	}
	t.Logf("10 kills, %d acknowledged calls", acknowledged)
}

// killShelves runs the child until it has printed "done" a given number of times, waits a little, kills it, and returns the last
// call of each writer that was begun and the last that was done; base if there was none.
func killShelves(t *testing.T, dir string, base, after int, wait time.Duration) (begun, done [shelfWriters]int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envShelf+"="+dir, fmt.Sprintf("%s=%d", envBase, base))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for w := range shelfWriters {
		begun[w], done[w] = base, base
	}
	said := 0
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			break // an unfinished line was not printed completely
		}
		var word string
		var w, n int
		if _, err := fmt.Sscanf(line, "%s %d %d", &word, &w, &n); err != nil {
			t.Fatalf("child said %q: %v", line, err)
		}
		if word == "begin" {
			begun[w] = n
			continue
		}
		done[w] = n
		if said++; said == after {
			time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
		}
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("child ended by itself: %v", err)
	}
	return begun, done
}

// mustHoldShelf compares a writer's entries of a round with those that its calls should leave.
func mustHoldShelf(t *testing.T, s *Store, writer, base, done, begun int) {
	t.Helper()
	ctx := context.Background()
	last := base
	value, ok, err := s.Read(ctx, store.ShelfState, shelfKey(writer, base))
	if err != nil {
		t.Fatal(err)
	}
	if ok {
		if last, err = strconv.Atoi(string(value)); err != nil {
			t.Fatal(err)
		}
	}
	if last != done && last != begun {
		t.Fatalf("writer %d is at call %d, want %d, which was acknowledged, or %d, which was begun", writer, last-base, done-base, begun-base)
	}
	want := map[string]string{}
	for n := max(base+1, last-1); n <= last; n++ {
		want[string(shelfKey(writer, n))] = fmt.Sprintf("entry %d of %d", n, writer)
	}
	err = s.Walk(ctx, store.ShelfHistory, shelfKey(writer, base), shelfKey(writer, base+100_000), false, func(key, value []byte) (bool, error) {
		if want[string(key)] != string(value) {
			t.Errorf("writer %d at call %d: %s is %q, want %q", writer, last-base, key, value, want[string(key)])
		}
		delete(want, string(key))
		return true, nil
	})
	if err != nil || len(want) > 0 {
		t.Fatalf("writer %d at call %d: %v are missing, error %v", writer, last-base, want, err)
	}
}
