package bus

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats-server/v2/server"
)

// Counted is a server whose voice counts when servers choose a leader, be it there or not.
type Counted struct {
	Node string // empty: it was not heard of since this process began, and is none of those that were named
	Here bool   // this process's server is connected to it, or is it
}

// ErrNotCounted says that a server is none of those whose voice counts.
var ErrNotCounted = errors.New("it is not counted among the servers of the logs")

// Counted are the servers that a majority is of, as this process's server knows it; nil where somebody else runs them, and while it does not know. named are nodes, beside those whose servers
// were heard of, that may be among them.
func (b *Bus) Counted(named ...string) ([]Counted, error) {
	if b.server == nil {
		return nil, nil
	}
	js, err := b.server.Jsz(&server.JSzOptions{})
	if err != nil {
		return nil, fmt.Errorf("ask which servers are counted: %w", err)
	}
	if js.Disabled || js.Meta == nil || len(js.Meta.Replicas) == 0 && js.Meta.Leader != b.member.Node {
		return nil, nil
	}
	ids := map[string]string{peerID(b.member.Node): b.member.Node}
	for _, name := range named {
		ids[peerID(name)] = name
	}
	there := b.routed()
	out := []Counted{{Node: b.member.Node, Here: true}}
	for _, r := range js.Meta.Replicas {
		name, known := ids[r.Peer]
		if !known && peerID(r.Name) == r.Peer { // otherwise there are words in its place
			name = r.Name
		}
		if name != b.member.Node {
			out = append(out, Counted{Node: name, Here: name != "" && there[name]})
		}
	}
	slices.SortFunc(out, func(x, y Counted) int { return cmp.Compare(x.Node, y.Node) })
	return out, nil
}

// routed are the names of the servers that this one is connected to.
func (b *Bus) routed() map[string]bool {
	names := map[string]bool{}
	routed, err := b.server.Routez(nil)
	if err != nil {
		return names
	}
	for _, r := range routed.Routes {
		names[r.RemoteName] = true
	}
	return names
}

// idDigits are what a server's id among the servers of JetStream is written with, and idLength how many of them it has.
const (
	idDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	idLength = 8
)

// peerID is by what JetStream knows the server of a node, also where no server has heard its name yet: digits of the name's SHA-256.
func peerID(name string) string {
	sum := sha256.Sum256([]byte(name))
	id := make([]byte, idLength)
	for i := range id {
		id[i] = idDigits[int(sum[i])%len(idDigits)]
	}
	return string(id)
}
