package stream

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// JetStream's error codes for too few servers: a server that is alone, no server that could take a replica, and none with space for it.
const (
	codeAlone   jetstream.ErrorCode = 10074
	codeNoPeers jetstream.ErrorCode = 10005
	codeNoRoom  jetstream.ErrorCode = 10023
)

// NoServer reports whether no server can take even one replica. Servers that have just started do not know each other, or themselves, for a moment.
func NoServer(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNoPeers
}

// tooFew reports whether the error says that there are fewer servers than replicas were asked for.
func tooFew(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == codeAlone || api.ErrorCode == codeNoPeers || api.ErrorCode == codeNoRoom)
}

// Spread calls create with the wanted number of replicas, and with one if there are too few servers. [Grow] adds the others when servers come.
func Spread(replicas int, create func(replicas int) error) error {
	err := create(replicas)
	if replicas > 1 && tooFew(err) {
		return create(1)
	}
	return err
}

// Grow gives a stream the number of replicas. It reports whether the stream has them and all are up to date; false: there are too few servers, or they are still catching up. It
// does not change a stream that has more.
func Grow(ctx context.Context, js jetstream.JetStream, name string, replicas int) (bool, error) {
	s, err := js.Stream(ctx, name)
	if err != nil {
		return false, err
	}
	c := s.CachedInfo().Config
	if c.Replicas >= replicas {
		return current(s.CachedInfo().Cluster, c.Replicas), nil
	}
	c.Replicas = replicas
	if _, err = js.UpdateStream(ctx, c); tooFew(err) {
		err = nil
	}
	return false, err
}

// current reports whether all replicas hold the whole stream. A server that is alone has no cluster.
func current(c *jetstream.ClusterInfo, replicas int) bool {
	if c == nil {
		return replicas == 1
	}
	if c.Leader == "" || len(c.Replicas) < replicas-1 {
		return false
	}
	for _, r := range c.Replicas {
		if !r.Current {
			return false
		}
	}
	return true
}
