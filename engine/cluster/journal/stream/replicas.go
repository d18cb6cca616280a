package stream

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// The codes of JetStream's errors that say that there are too few servers: a server that is alone, none that could take a replica, and none with room for it.
const (
	codeAlone   jetstream.ErrorCode = 10074
	codeNoPeers jetstream.ErrorCode = 10005
	codeNoRoom  jetstream.ErrorCode = 10023
)

// tooFew reports whether the error says that there are fewer servers than replicas were asked for.
func tooFew(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == codeAlone || api.ErrorCode == codeNoPeers || api.ErrorCode == codeNoRoom)
}

// Spread calls create with the number of replicas that are wanted, and with one when there are too few servers for them; [Grow] adds the others when servers come.
func Spread(replicas int, create func(replicas int) error) error {
	err := create(replicas)
	if replicas > 1 && tooFew(err) {
		return create(1)
	}
	return err
}

// Grow gives a stream the number of replicas, if there are servers for them; false: there are not yet. A stream that has as many, or more, is left as it is.
func Grow(ctx context.Context, js jetstream.JetStream, name string, replicas int) (bool, error) {
	s, err := js.Stream(ctx, name)
	if err != nil {
		return false, err
	}
	c := s.CachedInfo().Config
	if c.Replicas >= replicas {
		return true, nil
	}
	c.Replicas = replicas
	_, err = js.UpdateStream(ctx, c)
	if tooFew(err) {
		return false, nil
	}
	return err == nil, err
}
