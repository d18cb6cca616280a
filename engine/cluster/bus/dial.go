package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"asterism/engine/cluster/member"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How long existing NATS servers may take to report JetStream: a server that is just starting does not have it yet.
const (
	jetStreamWait  = 5 * time.Second
	jetStreamPause = 200 * time.Millisecond
)

// Dial connects to an existing NATS with JetStream. The URL may contain a user and a password, or a token.
func Dial(ctx context.Context, url string, m *member.Member, log *slog.Logger) (*Bus, error) {
	conn, err := nats.Connect(url, common(m.Node, log)...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w: it must be reachable, and have JetStream", err)
	}
	if err := hasJetStream(ctx, conn); err != nil {
		at := conn.ConnectedUrlRedacted()
		conn.Close()
		return nil, fmt.Errorf("use the NATS at %s: %w", at, err)
	}
	return &Bus{m, nil, conn, log, ""}, nil
}

// hasJetStream returns an error when the servers report that this user has no JetStream. No answer means that the servers are electing a leader; other code waits for that.
func hasJetStream(ctx context.Context, conn *nats.Conn) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, jetStreamWait)
	defer stop()
	for {
		_, err := js.AccountInfo(ctx)
		switch {
		case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
			return fmt.Errorf("%w: enable JetStream for the account of the user in the URL", err)
		case !errors.Is(err, jetstream.ErrJetStreamNotEnabled) && !errors.Is(err, nats.ErrNoResponders):
			return nil
		}
		select {
		case <-time.After(jetStreamPause):
		case <-ctx.Done():
			return fmt.Errorf("%w: start its servers with JetStream (-js, or jetstream in their configuration)", err)
		}
	}
}
