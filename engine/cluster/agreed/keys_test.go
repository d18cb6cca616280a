package agreed

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"asterism/engine/cluster/natstest"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// late is a bucket as seen by a server that has received nothing since the test froze it.
type late struct {
	jetstream.KeyValue
	known map[string]jetstream.KeyValueEntry
}

func (l late) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	if e, ok := l.known[key]; ok {
		return e, nil
	}
	return l.KeyValue.Get(ctx, key)
}

// freeze makes a bucket's reads come from a server that receives nothing more.
func freeze(t *testing.T, k *Keys) {
	t.Helper()
	names, err := k.names(t.Context(), everyKey)
	if err != nil {
		t.Fatal(err)
	}
	l := late{k.KeyValue, map[string]jetstream.KeyValueEntry{}}
	for _, name := range names {
		if l.known[name], err = k.Get(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	k.KeyValue = l
}

func table(t *testing.T) *Table {
	t.Helper()
	js, err := jetstream.New(natstest.Start(t, 1).Connect(0))
	if err != nil {
		t.Fatal(err)
	}
	made, err := Make(t.Context(), js, "nodes", "shards", 1)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// TestAServerThatLagsDecidesNothing: the next reader sees what was written, although a server without that write answers the bucket's own Get.
func TestAServerThatLagsDecidesNothing(t *testing.T) {
	ctx, tab := t.Context(), table(t)
	for _, name := range []string{"a", "b"} {
		_, err := tab.Join(ctx, name, Member{Key: name})
		must(t, err, tab.Fill(ctx, name, 2, 2))
	}
	freeze(t, &tab.Nodes)
	freeze(t, &tab.Shards)

	must(t, tab.Remove(ctx, 0, "a"), tab.Add(ctx, 0, "a"), tab.Remove(ctx, 0, "a")) // each undoes what the lagging server knows
	placed, err := tab.Places(ctx)
	must(t, err)
	if got := placed.Of("a"); !slices.Equal(got, []int{1}) {
		t.Errorf("node a keeps %v", got)
	}
	if err := tab.Forget(ctx, "a"); err == nil || !strings.Contains(err.Error(), "still keeps shards [1]") {
		t.Errorf("%v", err)
	}
	must(t, tab.Begin(ctx, 0, "b", "a"))
	_, moves, err := tab.Placed(ctx)
	if err != nil || moves[0] != "b" {
		t.Errorf("%v, %v", moves, err)
	}
	must(t, tab.Remove(ctx, 0, "a"), tab.Remove(ctx, 1, "a"), tab.Part(ctx, "a"))
	members, err := tab.Members(ctx)
	if err != nil || !members["a"].Leaving || members["b"].Leaving {
		t.Errorf("%v, %v", members, err)
	}
	must(t, tab.Forget(ctx, "a"))
	if err := tab.Forget(ctx, "a"); err == nil || !strings.Contains(err.Error(), "there is no node a") {
		t.Errorf("%v", err)
	}
	if members, err = tab.Members(ctx); err != nil || len(members) != 1 {
		t.Errorf("%v, %v", members, err)
	}
	fresh, err := tab.Join(ctx, "a", Member{Key: "another machine"}) // over a delete marker
	if err != nil || !fresh {
		t.Errorf("%v, %v", fresh, err)
	}
}

// TestAKeyThatChangesIsListed: reading all shards includes a shard that changes again and again meanwhile.
func TestAKeyThatChangesIsListed(t *testing.T) {
	const shards = 8
	ctx, tab := t.Context(), table(t)
	must(t, tab.Fill(ctx, "a", shards, 1))
	changing, done := errgroup.Group{}, make(chan struct{})
	changing.Go(func() error {
		for {
			select {
			case <-done:
				return nil
			default:
			}
			if err := errors.Join(tab.Add(ctx, 2, "b"), tab.Remove(ctx, 2, "b")); err != nil {
				return err
			}
		}
	})
	for range 300 {
		placed, _, err := tab.Placed(ctx)
		if err != nil || len(placed) != shards {
			t.Errorf("of %d shards it reads %v, %v", shards, placed, err)
			break
		}
	}
	close(done)
	must(t, changing.Wait())
}
