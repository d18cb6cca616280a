package stream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/natstest"
)

// TestLeadElsewhere: another server leads the log if the present leader was named, and not if another was. Appends during the move are all stored exactly once.
func TestLeadElsewhere(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := natstest.Start(t, 3)
	j := mustOpen(t, s.Connect(-1), "L", 3)
	stop, done := make(chan struct{}), make(chan error, 1)
	n, slowest := 0, time.Duration(0)
	go func() {
		at := uint64(0)
		for {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			began := time.Now()
			place, err := j.Append(ctx, at, fmt.Sprint("r", n), nil)
			if err != nil {
				done <- err
				return
			}
			slowest = max(slowest, time.Since(began))
			at, n = place, n+1
		}
	}()
	name := func(server int) string { return fmt.Sprint("s", server) }
	led := func() (leader int) {
		for leader = -1; leader < 0 && ctx.Err() == nil; leader = s.LeaderOf("L") {
			wait(ctx, pause)
		}
		return leader
	}
	for range 4 {
		leader := led()
		if asked, err := j.LeadElsewhere(ctx, name((leader+1)%3)); asked || err != nil {
			t.Errorf("asked of server %d where %d leads: %v, %v", (leader+1)%3, leader, asked, err)
		}
		for asked := false; !asked && ctx.Err() == nil; {
			var err error
			if asked, err = j.LeadElsewhere(ctx, name(leader)); err != nil {
				t.Logf("it is asked again: %v", err) // the leader was just changing
			}
			wait(ctx, pause)
		}
		for led() == leader && ctx.Err() == nil {
			wait(ctx, pause)
		}
	}
	close(stop)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	var ids, want []string
	for i := range n {
		want = append(want, fmt.Sprint("r", i))
	}
	err := j.Follow(ctx, 0, func(e journal.Entry) error {
		if ids = append(ids, e.ID); len(ids) == n {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) || !slices.Equal(ids, want) {
		t.Errorf("of %d records %d came, %v", n, len(ids), err)
	}
	t.Logf("%d appends, the slowest took %v", n, slowest)
}

// TestNobodyElseCanLead: a server that is alone keeps the leadership.
func TestNobodyElseCanLead(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := natstest.Start(t, 1)
	j := mustOpen(t, s.Connect(0), "L", 1)
	if asked, err := j.LeadElsewhere(ctx, "s0"); asked || err != nil {
		t.Errorf("%v, %v", asked, err)
	}
}
