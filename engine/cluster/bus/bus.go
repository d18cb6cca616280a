package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"time"

	"asterism/engine/cluster/member"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Folder is the folder of JetStream's files in a node's folder.
const Folder = "jetstream"

// MaxPayload is the longest message in bytes. Longer records are sent in parts.
const MaxPayload = 8 << 20

// startWait is how long a server may take until it accepts connections.
const startWait = 30 * time.Second

// Options are the settings of a node's bus.
type Options struct {
	Seeds []string // addresses of other nodes, in addition to those of the member
	Log   *slog.Logger
}

// Bus is this process's part of the bus.
type Bus struct {
	member *member.Member
	server *server.Server // nil if the servers run elsewhere
	conn   *nats.Conn
	log    *slog.Logger
	secret string // the password of the users of this process's server
}

// Start runs a server in this process. A cluster of one node needs no other server: see [Found].
func Start(ctx context.Context, data string, m *member.Member, o Options) (*Bus, error) {
	if err := m.Current(time.Now()); err != nil {
		return nil, fmt.Errorf("start the node's bus: %w", err)
	}
	if err := free(m.Listen); err != nil {
		return nil, fmt.Errorf("start the node's bus: %w", err)
	}
	seeds := append(slices.Clone(m.Seeds), o.Seeds...)
	opts, err := options(data, m, seeds)
	if err != nil {
		return nil, fmt.Errorf("start the node's bus: %w", err)
	}
	b, err := start(ctx, m, opts, o.Log)
	if err != nil {
		return nil, fmt.Errorf("start the node's bus at %s: %w", m.Listen, err)
	}
	if b.alone(seeds) {
		if err := b.begin(ctx, m, o.Log); err != nil {
			b.Close()
			return nil, fmt.Errorf("start the node's bus at %s: %w", m.Listen, err)
		}
	}
	return b, nil
}

func start(ctx context.Context, m *member.Member, opts *server.Options, log *slog.Logger) (*Bus, error) {
	s, err := server.NewServer(opts)
	if err != nil {
		return nil, err
	}
	said := &words{log: log}
	s.SetLoggerV2(said, false, false, false)
	s.Start()
	if !s.ReadyForConnections(within(ctx, startWait)) {
		s.Shutdown()
		s.WaitForShutdown()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, said.why(errors.New("the server does not take connections: see the log"))
	}
	conn, err := nats.Connect("", append(common(m.Node, log), nats.InProcessServer(s), nats.UserInfo(m.Node, opts.Cluster.Password))...)
	if err != nil {
		s.Shutdown()
		s.WaitForShutdown()
		return nil, err
	}
	return &Bus{m, s, conn, log, opts.Cluster.Password}, nil
}

// free returns an error when an address cannot be listened at. The server would only log that.
func free(address string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%w: end what listens there, or name another address in cluster/cluster.json", err)
	}
	return l.Close()
}

// Conn returns the connection of this process.
func (b *Bus) Conn() *nats.Conn { return b.conn }

// Own reports whether the server runs in this process.
func (b *Bus) Own() bool { return b.server != nil }

// Peers returns how many other servers this one is connected to.
func (b *Bus) Peers() int {
	if b.server == nil {
		return 0
	}
	return len(b.routed())
}

// Close ends the connection and the server. Everything that JetStream has acknowledged is on disk.
func (b *Bus) Close() {
	b.conn.Close()
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}

// common returns the connection options of this process, for any server.
func common(node string, log *slog.Logger) []nats.Option {
	return []nats.Option{
		nats.Name("asterism " + node), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.RetryOnFailedConnect(false),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("the bus says", "error", err) }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection to the bus is lost, and is made again", "error", err)
			}
		}),
	}
}

// within returns the shorter of d and the remaining time of ctx.
func within(ctx context.Context, d time.Duration) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return min(d, time.Until(end))
	}
	return d
}

func storeDir(data string) string { return filepath.Join(data, Folder) }
