package watch

import (
	"context"
	"errors"
	"testing"
	"time"

	"asterism/engine/cluster/natstest"

	"github.com/nats-io/nats.go/jetstream"
)

// TestARequestThatNobodyAnswers: a request during an election is never answered. Entries reports that, and the next watch begins.
func TestARequestThatNobodyAnswers(t *testing.T) {
	t.Parallel()
	servers := natstest.Start(t, 3)
	js, err := jetstream.New(servers.Connect(2))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	kv, err := js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "b", Replicas: 3, Storage: jetstream.FileStorage})
	if err == nil {
		_, err = kv.Put(ctx, "key", nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	servers.Stop(0)
	servers.Stop(1)
	begin := func(ctx context.Context) (jetstream.KeyWatcher, error) { return kv.WatchAll(ctx) }
	told := errors.New("told")
	tell := func(jetstream.KeyValueEntry) error { return told }
	asked := time.Now()
	if err := Entries(ctx, begin, tell); !errors.Is(err, ErrSilent) || time.Since(asked) > 2*Patience {
		t.Fatalf("ended with %v after %v", err, time.Since(asked))
	}
	servers.Restart(0)
	servers.Restart(1)
	for err = ErrSilent; !errors.Is(err, told); err = Entries(ctx, begin, tell) {
		if ctx.Err() != nil {
			t.Fatalf("no watch begins: %v", err)
		}
	}
}
