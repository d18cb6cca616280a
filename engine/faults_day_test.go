package engine

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
)

// envHours is the number of hours that the test simulates; 24 if it is not set.
const envHours = "ASTERISM_TEST_HOURS"

// day24 is a store in use, and what must be in it.
type day24 struct {
	t     *testing.T
	e     *Engine
	clock *handClock

	live      map[store.ID]string // content
	order     []store.ID          // of the live ones, oldest first; some may be forgotten by now
	forgotten map[store.ID]time.Time
	made      int
}

// TestADayOfWork simulates 24 hours. Memories are stored, searched, changed, forgotten and restored; drift is measured, goals are checked, dreams run, and
// memories forgotten thirty days earlier are purged. After every hour the store must contain exactly what was acknowledged, and the process must not use more memory than before.
func TestADayOfWork(t *testing.T) {
	hours := 24
	if v := os.Getenv(envHours); v != "" {
		var err error
		if hours, err = strconv.Atoi(v); err != nil || hours < 24 {
			t.Fatalf("%s is %q, want 24 or more", envHours, v)
		}
	}
	dir, clock := t.TempDir(), &handClock{now: day("2026-04-01")}
	d := &day24{t: t, e: openAt(t, dir, clock, nil), clock: clock, live: map[store.ID]string{}, forgotten: map[store.ID]time.Time{}}
	if _, err := d.e.SetNorthStar(t.Context(), "", "Keep the depots of the parcel service running."); err != nil {
		t.Fatal(err)
	}
	for range 12 { // memories that expire during the day, one every two hours
		d.remember(1)
		d.forget(d.oldest())
		clock.forward(2 * time.Hour)
	}
	clock.set(day("2026-04-01").Add(RestoreWindow - time.Hour))
	d.hour(0) // pools and caches fill
	before := usage(t)
	for h := 1; h <= hours; h++ {
		d.hour(h)
		d.compare(h)
		if now := usage(t); now.goroutines > before.goroutines+20 || now.files > before.files+40 || now.heap > before.heap+64<<20 {
			t.Errorf("hour %d: %+v, at the beginning %+v", h, now, before)
		}
	}
	clock.forward(25 * time.Hour) // one more daily pass
	eventually(t, "purge what expired", func() bool { return d.purged() && forgottenAnywhere(t, d.e) == len(d.forgotten) })
	d.compare(hours + 1)
	d.check()
	if err := d.e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	d.e = openAt(t, dir, clock, nil)
	d.compare(hours + 2)
}

// hour does the work of one hour.
func (d *day24) hour(h int) {
	d.t.Helper()
	ctx := d.t.Context()
	d.clock.forward(time.Hour)
	d.remember(5)
	if _, err := d.e.Recall(ctx, Question{Text: fmt.Sprintf("which courier was at depot %d?", h%31)}); err != nil {
		d.t.Fatalf("hour %d: search: %v", h, err)
	}
	d.forget(d.oldest())
	id := d.oldest()
	d.forget(id)
	if err := d.e.Restore(ctx, id); err != nil {
		d.t.Fatalf("hour %d: restore: %v", h, err)
	}
	delete(d.forgotten, id)
	d.live[id] = get(d.t, d.e, id).Content
	text := fmt.Sprintf("changed in hour %d: courier %d is back at depot %d", h, h%97, h%31)
	if _, err := d.e.Update(ctx, id, Change{Content: &text}); err != nil {
		d.t.Fatalf("hour %d: update: %v", h, err)
	}
	d.live[id] = text
	if _, err := d.e.Drift(ctx, DriftQuestion{}); err != nil {
		d.t.Fatalf("hour %d: drift: %v", h, err)
	}
	if _, err := d.e.CheckGoal(ctx, GoalCheck{Step: h + 1, Action: text}); err != nil {
		d.t.Fatalf("hour %d: check of the goal: %v", h, err)
	}
	if h%6 == 5 {
		hard := d.oldest()
		if _, err := d.e.Forget(ctx, hard, true); err != nil {
			d.t.Fatalf("hour %d: forget for good: %v", h, err)
		}
		delete(d.live, hard)
	}
	if h%8 == 7 {
		d.dream(h)
	}
}

func (d *day24) remember(n int) {
	d.t.Helper()
	notes := make([]Note, n)
	for i := range notes {
		d.made++
		notes[i] = Note{Content: fmt.Sprintf("delivery %d: courier %d brought %d parcels to depot %d", d.made, d.made%97, d.made%13, d.made%31), Rationale: "log"}
	}
	if n > 1 { // one is injected, which measures
		r, err := d.e.Inject(d.t.Context(), notes[n-1])
		if err != nil {
			d.t.Fatal(err)
		}
		d.live[r.ID], d.order = notes[n-1].Content, append(d.order, r.ID)
		notes = notes[:n-1]
	}
	for i, r := range remember(d.t, d.e, notes...) {
		d.live[r.ID], d.order = notes[i].Content, append(d.order, r.ID)
	}
}

// oldest removes the oldest live memory from the order and returns it.
func (d *day24) oldest() store.ID {
	for {
		id := d.order[0]
		d.order = d.order[1:]
		if _, ok := d.live[id]; ok {
			return id
		}
	}
}

func (d *day24) forget(id store.ID) {
	d.t.Helper()
	if _, err := d.e.Forget(d.t.Context(), id, false); err != nil {
		d.t.Fatal(err)
	}
	delete(d.live, id)
	d.forgotten[id] = d.clock.Now()
}

// dream runs a dream, and records which copies were merged.
func (d *day24) dream(h int) {
	d.t.Helper()
	out, err := d.e.Dream(d.t.Context(), DreamQuestion{Rationale: "the end of a shift", Phase: dream.FullCycle})
	if err != nil {
		d.t.Fatalf("hour %d: dream: %v", h, err)
	}
	for _, m := range out.Merges {
		delete(d.live, m.Younger)
		d.forgotten[m.Younger] = out.Started
	}
}

// purged removes what the daily pass must have purged by now, and reports whether it has.
func (d *day24) purged() bool {
	due, err := Expired(d.t.Context(), d.e.store, d.clock.Now(), 1)
	if err != nil {
		d.t.Fatal(err)
	}
	for id, at := range d.forgotten {
		if !d.clock.Now().Before(at.Add(RestoreWindow)) {
			delete(d.forgotten, id)
		}
	}
	return len(due) == 0
}

// compare compares the store, its counts and the index with what must be there.
func (d *day24) compare(h int) {
	d.t.Helper()
	there := map[store.ID]string{}
	err := d.e.store.Scan(d.t.Context(), store.Range{}, store.Parts{Content: true, Spaces: stored}, func(m *store.Memory) (bool, error) {
		there[m.ID] = m.Content
		return true, nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	for id, text := range d.live {
		if there[id] != text {
			d.t.Errorf("hour %d: %s is %q, want %q", h, id, there[id], text)
		}
	}
	info, err := d.e.store.Info(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	if n := len(d.live); len(there) != n || info.Live() != n || d.e.loaded().Len() != n {
		d.t.Errorf("hour %d: %d memories are stored, %d counted, %d in the index; want %d", h, len(there), info.Live(), d.e.loaded().Len(), n)
	}
}

// check reads every record.
func (d *day24) check() {
	d.t.Helper()
	report, err := d.e.store.Memories.(*rocks.Store).Check(d.t.Context(), nil)
	if err != nil || report.Err() != nil {
		d.t.Errorf("check: %v, %v", err, report.Err())
	}
}

// used is what a process uses.
type used struct {
	goroutines, files int
	heap              uint64
}

func usage(t *testing.T) used {
	t.Helper()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, err := os.ReadDir("/proc/self/fd") // other systems have no such folder, and nothing is counted
	if err != nil && runtime.GOOS == "linux" {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(f os.DirEntry) bool { // RocksDB's tables are all open, and change as it merges them
		to, err := os.Readlink("/proc/self/fd/" + f.Name())
		return err == nil && strings.HasSuffix(strings.TrimSuffix(to, " (deleted)"), ".sst")
	})
	return used{runtime.NumGoroutine(), len(files), m.HeapAlloc}
}
