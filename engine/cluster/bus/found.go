package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"asterism/engine/cluster/member"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Found makes JetStream's folder of a cluster with one node. JetStream needs at least two servers to begin, and later works with any number. So a second server runs here for a
// moment, with a temporary folder, and is then removed.
func Found(ctx context.Context, data string, m *member.Member, log *slog.Logger) error {
	ctx, stop := context.WithTimeout(ctx, foundWait)
	defer stop()
	if err := foundIn(ctx, data, m, log); err != nil {
		return errors.Join(fmt.Errorf("found the cluster's bus: %w", err), os.RemoveAll(storeDir(data)))
	}
	return nil
}

func foundIn(ctx context.Context, data string, m *member.Member, log *slog.Logger) error {
	aside := filepath.Join(data, "founding")
	defer os.RemoveAll(aside)
	own, err := localOptions(m, nowhere)
	if err != nil {
		return err
	}
	own.StoreDir = storeDir(data)
	first, err := start(ctx, m, own, log)
	if err != nil {
		return err
	}
	defer first.Close()
	other, err := localOptions(m, first.server.ClusterAddr().String())
	if err != nil {
		return err
	}
	other.ServerName, other.StoreDir = helperName, storeDir(aside)
	second, err := start(ctx, m, other, log)
	if err != nil {
		return err
	}
	defer second.Close()
	if err := until(ctx, first.server.JetStreamIsCurrent); err != nil {
		return fmt.Errorf("two servers did not agree: %w", err)
	}
	return alone(ctx, first)
}

// alone removes the second server. That server may not be counted yet, or no longer if an earlier answer was lost. So the loop ends only when the first server is the only one.
func alone(ctx context.Context, first *Bus) error {
	for {
		err := first.Remove(ctx, helperName)
		once, stop := context.WithTimeout(ctx, aloneWait)
		waited := until(once, func() bool {
			return first.server.JetStreamIsLeader() && len(first.server.JetStreamClusterPeers()) == 1
		})
		stop()
		if waited == nil {
			return nil
		}
		if ctx.Err() != nil {
			return errors.Join(waited, err)
		}
	}
}

// aloneWait is how long the count may take to drop before the removal is repeated.
const aloneWait = 5 * time.Second

// nowhere is an address without a listener. JetStream requires the address of another server.
const nowhere = "127.0.0.1:1"

// helperName is the name of the temporary server. No node can have it.
const helperName = "-founding-"

// inFlight is JetStream's error code for a change of the servers that is in progress, and notMember the code for a server that does not belong to them.
const (
	inFlight  = uint16(server.JSClusterServerMemberChangeInflightErr)
	notMember = uint16(server.JSClusterServerNotMemberErr)
)

// Remove takes a node's server out of JetStream for good. The server must have ended or end soon. The request contains its id, because the leading server may not know its name, if
// it was away when the leading server started. The error wraps [ErrNotCounted] if the server was out already.
func (b *Bus) Remove(ctx context.Context, node string) error {
	if b.server == nil {
		return errors.New("remove a server: the servers are run by somebody else")
	}
	sys, err := b.system()
	if err != nil {
		return err
	}
	defer sys.Close()
	ask, err := json.Marshal(server.JSApiMetaServerRemoveRequest{Server: node, Peer: peerID(node)})
	if err != nil {
		return err
	}
	for asked := false; ; asked = true { // nobody answers while there is no leader
		one, stop := context.WithTimeout(ctx, 5*time.Second)
		answer, err := sys.RequestWithContext(one, server.JSApiRemoveServer, ask)
		stop()
		if err == nil {
			var r server.JSApiMetaServerRemoveResponse
			if err := json.Unmarshal(answer.Data, &r); err != nil {
				return fmt.Errorf("remove server %s: %w", node, err)
			}
			switch {
			case r.Error == nil, asked && r.Error.ErrCode == notMember: // an earlier request succeeded, but its answer was late
				return nil
			case r.Error.ErrCode == notMember:
				return fmt.Errorf("remove server %s: %w", node, ErrNotCounted)
			case r.Error.ErrCode != inFlight:
				return fmt.Errorf("remove server %s: %s", node, r.Error.Description)
			}
			err = errors.New(r.Error.Description) // a change is in progress, maybe from an earlier request of this call
		}
		if ctx.Err() != nil {
			return fmt.Errorf("remove server %s: it was not done yet: %w", node, err)
		}
		if err := pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
}

// system connects as the account that may change the set of servers.
func (b *Bus) system() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(b.server), nats.UserInfo(systemUser, b.secret))
}

// until calls holds repeatedly until it returns true.
func until(ctx context.Context, holds func() bool) error {
	for !holds() {
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
