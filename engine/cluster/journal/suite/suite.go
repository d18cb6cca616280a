package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/journal"
)

// Open makes an empty log. Each call of the returned function gives another holder of that log.
type Open func(t testing.TB) func() journal.Journal

// Run runs all tests of the contract. large is the size of a record that does not fit into one message.
func Run(t *testing.T, open Open, large int) {
	for name, test := range map[string]func(*testing.T, func() journal.Journal){
		"records come back in order":   comeBack,
		"only the end can be added to": onlyTheEnd,
		"the same append again":        again,
		"many who want to append":      many,
		"followed as it grows":         grows,
		"cut":                          cut,
		"large records":                func(t *testing.T, holder func() journal.Journal) { largeOnes(t, holder, large) },
		"fn stops it":                  stops,
		"read up to a place":           upTo,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// patience is how long a test waits for a record that must come.
const patience = 60 * time.Second

func begin(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

func mustAppend(t testing.TB, ctx context.Context, j journal.Journal, expected uint64, id string, data []byte) uint64 {
	t.Helper()
	place, err := j.Append(ctx, expected, id, data)
	if err != nil {
		t.Fatalf("append %s behind %d: %v", id, expected, err)
	}
	if place <= expected {
		t.Fatalf("append %s behind %d stands at %d", id, expected, place)
	}
	return place
}

var errEnough = errors.New("enough")

// read returns n records after a place.
func read(t testing.TB, ctx context.Context, j journal.Journal, after uint64, n int) (out []journal.Entry) {
	t.Helper()
	if n == 0 {
		return nil
	}
	err := j.Follow(ctx, after, func(e journal.Entry) error {
		if e.Part {
			return nil
		}
		if out = append(out, e); len(out) == n {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		t.Fatalf("read %d of %d records behind %d: %v", len(out), n, after, err)
	}
	return out
}

func comeBack(t *testing.T, holder func() journal.Journal) {
	ctx, j := begin(t), holder()
	if end, err := j.End(ctx); end != 0 || err != nil {
		t.Fatalf("an empty log ends at %d, %v", end, err)
	}
	var places []uint64
	at := uint64(0)
	for i := range 20 {
		at = mustAppend(t, ctx, j, at, fmt.Sprint("r", i), fmt.Appendf(nil, "record %d", i))
		places = append(places, at)
	}
	other := holder()
	for from := range places {
		after := uint64(0)
		if from > 0 {
			after = places[from-1]
		}
		for i, e := range read(t, ctx, other, after, len(places)-from) {
			n := from + i
			if e.Place != places[n] || e.ID != fmt.Sprint("r", n) || string(e.Data) != fmt.Sprintf("record %d", n) {
				t.Fatalf("behind %d: record %d is %+v", after, n, e)
			}
			if most := places[len(places)-1] - e.Place; e.After > most {
				t.Fatalf("behind record %d stand %d places, said are %d", n, most, e.After)
			}
		}
	}
	if end, err := j.End(ctx); end != at || err != nil {
		t.Fatalf("the log ends at %d, %v, want %d", end, err, at)
	}
}

func onlyTheEnd(t *testing.T, holder func() journal.Journal) {
	ctx, a, b := begin(t), holder(), holder()
	one := mustAppend(t, ctx, a, 0, "one", []byte("1"))
	two := mustAppend(t, ctx, b, one, "two", []byte("2"))
	for _, expected := range []uint64{0, one} {
		if _, err := a.Append(ctx, expected, "late", []byte("3")); !errors.Is(err, journal.ErrDeposed) {
			t.Errorf("append behind %d of %d: %v", expected, two, err)
		}
	}
	if got := read(t, ctx, a, 0, 2); got[0].ID != "one" || got[1].ID != "two" {
		t.Errorf("the log holds %v", got)
	}
}

func again(t *testing.T, holder func() journal.Journal) {
	ctx, j := begin(t), holder()
	one := mustAppend(t, ctx, j, 0, "one", []byte("1"))
	if got := mustAppend(t, ctx, j, 0, "one", []byte("1")); got != one {
		t.Errorf("the same again stands at %d, and stood at %d", got, one)
	}
	two := mustAppend(t, ctx, j, one, "two", []byte("2"))
	if got := mustAppend(t, ctx, holder(), 0, "one", []byte("1")); got != one {
		t.Errorf("the same again, later, stands at %d, and stood at %d", got, one)
	}
	if end, err := j.End(ctx); end != two || err != nil {
		t.Errorf("the log ends at %d, %v, want %d", end, err, two)
	}
}

// many: several writers read to the end and append there, until each has stored its records. All are stored exactly once, and refused ones are not.
func many(t *testing.T, holder func() journal.Journal) {
	const writers, each = 4, 10
	ctx := begin(t)
	group := caught.NewGroup()
	for w := range writers {
		j := holder()
		group.Go(func() error {
			at, err := j.End(ctx)
			for i, try := 0, 0; i < each && err == nil; try++ {
				var place uint64
				place, err = j.Append(ctx, at, fmt.Sprintf("%d-%d-%d", w, i, try), []byte{byte(w), byte(i)})
				switch {
				case err == nil:
					at, i = place, i+1
				case errors.Is(err, journal.ErrDeposed):
					at, err = j.End(ctx)
				}
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	var next [writers]byte
	for _, e := range read(t, ctx, holder(), 0, writers*each) {
		w, i := e.Data[0], e.Data[1]
		if next[w] != i {
			t.Fatalf("of writer %d record %d came where %d was due", w, i, next[w])
		}
		next[w]++
	}
}

func grows(t *testing.T, holder func() journal.Journal) {
	ctx, j := begin(t), holder()
	came := make(chan journal.Entry)
	group := caught.NewGroup()
	following, stop := context.WithCancel(ctx)
	group.Go(func() error {
		err := holder().Follow(following, 0, func(e journal.Entry) error {
			select {
			case came <- e:
				return nil
			case <-following.Done():
				return following.Err()
			}
		})
		if following.Err() != nil {
			return nil
		}
		return err
	})
	at := uint64(0)
	for i := range 5 {
		id := fmt.Sprint("r", i)
		at = mustAppend(t, ctx, j, at, id, []byte(id))
		select {
		case e := <-came:
			if e.ID != id || e.Place != at {
				t.Fatalf("record %s at %d came as %+v", id, at, e)
			}
		case <-ctx.Done():
			t.Fatalf("record %s never came", id)
		}
	}
	stop()
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

func cut(t *testing.T, holder func() journal.Journal) {
	ctx, j := begin(t), holder()
	var places []uint64
	at := uint64(0)
	for i := range 6 {
		at = mustAppend(t, ctx, j, at, fmt.Sprint("r", i), []byte{byte(i)})
		places = append(places, at)
	}
	if records, size, err := j.Size(ctx); records != 6 || size < 6 || err != nil {
		t.Errorf("six records are said to be %d with %d bytes, %v", records, size, err)
	}
	if err := j.Cut(ctx, places[3]); err != nil {
		t.Fatal(err)
	}
	if records, _, err := j.Size(ctx); records != 2 || err != nil {
		t.Errorf("two records left are said to be %d, %v", records, err)
	}
	if got := read(t, ctx, j, places[3], 2); got[0].ID != "r4" || got[1].ID != "r5" {
		t.Errorf("behind the cut stand %v", got)
	}
	err := j.Follow(ctx, places[2], func(journal.Entry) error { return errEnough })
	if !errors.Is(err, journal.ErrCut) {
		t.Errorf("reading from before the cut: %v", err)
	}
	if err := j.Cut(ctx, places[5]); err != nil { // everything
		t.Fatal(err)
	}
	if end, err := j.End(ctx); end != at || err != nil {
		t.Errorf("cut whole it ends at %d, %v, want %d", end, err, at)
	}
	if err := j.Follow(ctx, places[2], func(journal.Entry) error { return errEnough }); !errors.Is(err, journal.ErrCut) {
		t.Errorf("reading from before the cut of an empty log: %v", err)
	}
	next := mustAppend(t, ctx, j, at, "next", []byte("n"))
	if got := read(t, ctx, j, at, 1); got[0].ID != "next" || got[0].Place != next {
		t.Errorf("behind a cut of everything stands %v", got)
	}
}

func largeOnes(t *testing.T, holder func() journal.Journal, size int) {
	ctx, j := begin(t), holder()
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(i * 7 / 3)
	}
	one := mustAppend(t, ctx, j, 0, "large", data)
	two := mustAppend(t, ctx, j, one, "small", []byte("s"))
	if got := mustAppend(t, ctx, j, 0, "large", data); got != one {
		t.Errorf("the same again stands at %d, and stood at %d", got, one)
	}
	whole := 0
	if err := holder().Read(ctx, 0, two, func(e journal.Entry) error {
		if !e.Part && e.Place == one && bytes.Equal(e.Data, data) {
			whole++
		}
		return nil
	}); err != nil || whole != 1 {
		t.Errorf("a record of %d bytes was read %d times up to a place behind it, %v", size, whole, err)
	}
	got := read(t, ctx, holder(), 0, 2)
	if !bytes.Equal(got[0].Data, data) || got[0].Place != one || got[1].Place != two {
		t.Errorf("a record of %d bytes at %d came back with %d at %d, and the next at %d", size, one, len(got[0].Data), got[0].Place, got[1].Place)
	}
}

func stops(t *testing.T, holder func() journal.Journal) {
	ctx, j := begin(t), holder()
	mustAppend(t, ctx, j, 0, "one", []byte("1"))
	if err := j.Follow(ctx, 0, func(journal.Entry) error { return errEnough }); err != errEnough {
		t.Errorf("the error of fn came back as %v", err)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if err := j.Follow(done, 1<<40, func(journal.Entry) error { return nil }); err == nil {
		t.Error("a cancelled reader was told nothing")
	}
}

// upTo: reading up to a place delivers that part of the log only. Reading what was cut away fails, and the error of fn is returned.
func upTo(t *testing.T, holder func() journal.Journal) {
	ctx, j := begin(t), holder()
	places := []uint64{0}
	for i := range 8 {
		places = append(places, mustAppend(t, ctx, j, places[i], fmt.Sprint("r", i), []byte{byte(i)}))
	}
	other := holder()
	for from := range places {
		for to := from; to < len(places); to++ {
			var ids, want []string
			for i := from; i < to; i++ {
				want = append(want, fmt.Sprintf("r%d at %d: %d", i, places[i+1], i))
			}
			err := other.Read(ctx, places[from], places[to], func(e journal.Entry) error {
				ids = append(ids, fmt.Sprintf("%s at %d: %d", e.ID, e.Place, e.Data[0]))
				return nil
			})
			if err != nil || fmt.Sprint(ids) != fmt.Sprint(want) {
				t.Fatalf("between %d and %d: %v, %v, want %v", places[from], places[to], ids, err, want)
			}
		}
	}
	if err := other.Read(ctx, 0, places[3], func(journal.Entry) error { return errEnough }); !errors.Is(err, errEnough) {
		t.Errorf("the error of fn came back as %v", err)
	}
	if err := j.Cut(ctx, places[3]); err != nil {
		t.Fatal(err)
	}
	if err := other.Read(ctx, places[2], places[5], func(journal.Entry) error { return nil }); !errors.Is(err, journal.ErrCut) {
		t.Errorf("reading from before a cut: %v", err)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if err := other.Read(done, places[3], places[5], func(journal.Entry) error { return nil }); err == nil {
		t.Error("a cancelled reader was told nothing")
	}
}
