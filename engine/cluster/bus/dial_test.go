package bus

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"asterism/engine/cluster/member"
	"asterism/engine/cluster/natstest"

	"github.com/nats-io/nats-server/v2/server"
)

// TestANATSWithoutJetStreamIsRefused, and one that cannot be reached, with a message that says what to do. A NATS with JetStream is accepted.
func TestANATSWithoutJetStreamIsRefused(t *testing.T) {
	bare, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	bare.Start()
	defer bare.WaitForShutdown()
	defer bare.Shutdown()
	if !bare.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	m := &member.Member{Settings: member.Settings{Node: "a"}}
	for url, says := range map[string]string{
		bare.ClientURL():               "start its servers with JetStream",
		"nats://127.0.0.1:1":           "must be reachable",
		natstest.Start(t, 1).URL(0):    "",
		"nats://user:word@127.0.0.1:1": "must be reachable",
	} {
		b, err := Dial(t.Context(), url, m, slog.New(slog.DiscardHandler))
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "word")) {
			t.Errorf("%s: %v, want %q", url, err, says)
		}
		if b != nil {
			if b.Own() || b.Peers() != 0 {
				t.Errorf("the servers are somebody else's: %+v", b)
			}
			b.Close()
		}
	}
}
