package bus

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"asterism/engine/cluster/member"

	"github.com/nats-io/nats-server/v2/server"
)

// begin starts JetStream on a server that is alone in its cluster. JetStream waits for a first connection to another server. So a companion server without JetStream runs here until
// that has happened; afterwards no other server is needed.
func (b *Bus) begin(ctx context.Context, m *member.Member, log *slog.Logger) error {
	o, err := localOptions(m, b.server.ClusterAddr().String())
	if err != nil {
		return err
	}
	o.JetStream, o.StoreDir, o.ServerName = false, "", companionName
	other, err := start(ctx, m, o, log)
	if err != nil {
		return err
	}
	defer other.Close()
	ctx, stop := context.WithTimeout(ctx, foundWait)
	defer stop()
	if err := until(ctx, b.server.JetStreamIsLeader); err != nil {
		return fmt.Errorf("the only server does not lead: %w", err)
	}
	return nil
}

// alone reports whether the server is the only one of its cluster.
func (b *Bus) alone(seeds []string) bool {
	return len(seeds) == 0 && len(b.server.JetStreamClusterPeers()) <= 1
}

// companionName is the name of the companion server. No node can have it.
const companionName = "-companion-"

// foundWait bounds the time for what servers must agree on; that takes them seconds.
const foundWait = 2 * time.Minute

// localOptions returns the options of a server that only listens on this machine, at a free port, with one seed.
func localOptions(m *member.Member, seed string) (*server.Options, error) {
	o, err := options("", m, nil)
	if err != nil {
		return nil, err
	}
	o.Cluster.Host, o.Cluster.Port = "127.0.0.1", server.RANDOM_PORT
	o.Routes = []*url.URL{{Scheme: "nats-route", Host: seed, User: o.Routes[0].User}}
	return o, nil
}
