package bus

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"asterism/engine/cluster/agreed"
	"asterism/engine/cluster/member"
	"asterism/engine/cluster/natstest"

	"github.com/nats-io/nats.go/jetstream"
)

// quiet is a logger that writes nothing; with ASTERISM_TEST_BUS_LOG it writes to the test's output.
func quiet() *slog.Logger {
	if os.Getenv("ASTERISM_TEST_BUS_LOG") == "" {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func begin(ctx context.Context, t *testing.T, dir string, m *member.Member) *Bus {
	t.Helper()
	b, err := Start(ctx, dir, m, Options{Log: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func found(ctx context.Context, t *testing.T, dir, node string) *member.Member {
	t.Helper()
	m, err := member.Found(dir, member.Founding{Name: "team", Shards: 4, Place: member.Place{Node: node, Listen: natstest.FreeAddress(t), Door: natstest.FreeAddress(t)}}, time.Now())
	if err == nil {
		err = Found(ctx, dir, m, quiet())
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAClusterOfOneGrowsToThree: the first node works alone and has its data after a restart. Two more join, and a log with three replicas survives the loss of one of them.
func TestAClusterOfOneGrowsToThree(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	dirs := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	m := found(ctx, t, dirs[0], "a")
	first := begin(ctx, t, dirs[0], m)
	js, err := jetstream.New(first.Conn())
	if err != nil {
		t.Fatal(err)
	}
	err = agreed.Again(ctx, func(ctx context.Context) error { // a server that has just started may not know itself yet
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "LOG", Subjects: []string{"log"}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(ctx, "log", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	first.Close()
	first = begin(ctx, t, dirs[0], m)
	defer first.Close()
	if js, err = jetstream.New(first.Conn()); err != nil {
		t.Fatal(err)
	}
	var log jetstream.Stream
	err = agreed.Again(ctx, func(ctx context.Context) (err error) {
		log, err = js.Stream(ctx, "LOG")
		return err
	})
	if err != nil || log.CachedInfo().State.Msgs != 1 {
		t.Fatalf("after a restart: %v", err)
	}
	door(t, m)
	nodes := []*Bus{first, nil, nil}
	for i, name := range []string{"b", "c"} {
		v, err := m.Invite(time.Hour, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		one, err := member.Join(ctx, dirs[i+1], v, member.Place{Node: name, Listen: natstest.FreeAddress(t), Door: natstest.FreeAddress(t)}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		nodes[i+1] = begin(ctx, t, dirs[i+1], one)
		defer nodes[i+1].Close()
	}
	grow(ctx, t, js)
	err = agreed.Again(ctx, func(ctx context.Context) error {
		_, err := js.Publish(ctx, "log", []byte("by three"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	nodes[2].Close()
	for { // another leader follows
		one, stop := context.WithTimeout(ctx, 2*time.Second)
		_, err = js.Publish(one, "log", []byte("by two"))
		stop()
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if n := nodes[0].Peers(); n != 1 {
		t.Errorf("%d other servers, want 1", n)
	}
}

// grow gives the log three replicas as soon as there are servers for them.
func grow(ctx context.Context, t *testing.T, js jetstream.JetStream) {
	t.Helper()
	for {
		one, stop := context.WithTimeout(ctx, 2*time.Second)
		_, err := js.UpdateStream(one, jetstream.StreamConfig{Name: "LOG", Subjects: []string{"log"}, Replicas: 3})
		stop()
		if err == nil {
			break
		}
		if pause(ctx, 100*time.Millisecond) != nil {
			t.Fatal(err)
		}
	}
	err := until(ctx, func() bool {
		s, err := js.Stream(ctx, "LOG")
		if err != nil || s.CachedInfo().Cluster == nil || len(s.CachedInfo().Cluster.Replicas) != 2 {
			return false
		}
		for _, r := range s.CachedInfo().Cluster.Replicas {
			if !r.Current {
				return false
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}
