package natstest

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TestServersAreACluster: a stream on three servers works on when its leader is stopped. Other tests rely on that.
func TestServersAreACluster(t *testing.T) {
	t.Parallel()
	s := Start(t, 3)
	js, err := jetstream.New(s.Connect(-1))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "X", Subjects: []string{"x"}, Replicas: 3}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(ctx, "x", []byte("one")); err != nil {
		t.Fatal(err)
	}
	s.Stop(s.LeaderOf("X"))
	for {
		once, stop := context.WithTimeout(ctx, 2*time.Second) // a request to the stopped server is never answered
		ack, err := js.Publish(once, "x", []byte("two"), jetstream.WithMsgID("two"))
		stop()
		if err == nil {
			if ack.Sequence != 2 {
				t.Errorf("the second message stands at %d", ack.Sequence)
			}
			return
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}
