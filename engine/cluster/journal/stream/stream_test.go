package stream

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/journal/suite"
	"asterism/engine/cluster/natstest"

	"github.com/nats-io/nats.go"
)

const patience = 90 * time.Second

func mustOpen(t testing.TB, nc *nats.Conn, name string, replicas int) *Journal {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	j, err := Open(ctx, nc, Options{Name: name, Subject: "log." + name, Replicas: replicas, Part: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestOneServerKeepsTheContract(t *testing.T) {
	t.Parallel()
	keepsTheContract(t, 1)
}

func TestThreeServersKeepTheContract(t *testing.T) {
	t.Parallel()
	keepsTheContract(t, 3)
}

func keepsTheContract(t *testing.T, servers int) {
	s := natstest.Start(t, servers)
	var logs atomic.Int32
	suite.Run(t, func(t testing.TB) func() journal.Journal {
		name := fmt.Sprint("L", logs.Add(1))
		var holders atomic.Int32
		return func() journal.Journal {
			return mustOpen(t, s.Connect(int(holders.Add(1))%servers), name, servers)
		}
	}, 4567)
}

// TestALeaderIsStopped: appends go on while the server that leads the log is stopped, three times. Each acknowledged record is stored once, in order.
func TestALeaderIsStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := natstest.Start(t, 3)
	j := mustOpen(t, s.Connect(-1), "L", 3)
	at, n := uint64(0), 0
	add := func(most int) {
		for range most {
			var data []byte
			if n%5 == 0 {
				data = make([]byte, 2500) // in parts
			}
			place, err := j.Append(ctx, at, fmt.Sprint("r", n), data)
			if err != nil {
				t.Fatalf("append %d behind %d: %v", n, at, err)
			}
			at, n = place, n+1
		}
	}
	for range 3 {
		add(20)
		leader := s.LeaderOf("L")
		s.Stop(leader)
		add(20)
		s.Restart(leader)
	}
	next := 0
	err := mustOpen(t, s.Connect(-1), "L", 3).Follow(ctx, 0, func(e journal.Entry) error {
		if e.Part {
			return nil
		}
		if e.ID != fmt.Sprint("r", next) {
			return fmt.Errorf("record %s stands where r%d was to", e.ID, next)
		}
		if next++; next == n {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		t.Fatalf("of %d records %d were read: %v", n, next, err)
	}
}

var errEnough = errors.New("enough")

// TestWithoutAQuorum: an append ends with its context and does not count as done. The same append settles it when the servers are back.
func TestWithoutAQuorum(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := natstest.Start(t, 3)
	j := mustOpen(t, s.Connect(0), "L", 3)
	one, err := j.Append(ctx, 0, "one", []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	s.Stop(1)
	s.Stop(2)
	short, done := context.WithTimeout(ctx, 3*time.Second)
	defer done()
	if _, err := j.Append(short, one, "two", []byte("2")); !errors.Is(err, journal.ErrUnknown) && !errors.Is(err, journal.ErrUnavailable) {
		t.Fatalf("without a quorum: %v", err)
	}
	s.Restart(1)
	s.Restart(2)
	two, err := j.Append(ctx, one, "two", []byte("2"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	err = j.Follow(ctx, 0, func(e journal.Entry) error {
		if ids = append(ids, e.ID); e.Place == two {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) || fmt.Sprint(ids) != "[one two]" {
		t.Errorf("the log holds %v, %v", ids, err)
	}
}

// TestPartsThatWereCutOff: a writer is interrupted within a record. Readers skip its parts, even if they begin within them.
func TestPartsThatWereCutOff(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := natstest.Start(t, 1)
	j := mustOpen(t, s.Connect(0), "L", 1)
	at := uint64(0)
	for n, part := range []string{"1/3", "2/3"} {
		place, err := j.put(ctx, at, fmt.Sprint("torn.", n+1), part, []byte("x"))
		if err != nil {
			t.Fatal(err)
		}
		at = place
	}
	place, err := j.Append(ctx, at, "whole", make([]byte, 1500))
	if err != nil {
		t.Fatal(err)
	}
	for after := range at + 1 {
		err := j.Follow(ctx, after, func(e journal.Entry) error {
			if e.Part && e.Place < place && e.Data == nil {
				return nil
			}
			if e.ID != "whole" || e.Place != place || len(e.Data) != 1500 {
				return fmt.Errorf("read %s at %d with %d bytes", e.ID, e.Place, len(e.Data))
			}
			return errEnough
		})
		if !errors.Is(err, errEnough) {
			t.Errorf("behind %d: %v", after, err)
		}
	}
}
