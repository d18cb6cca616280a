package bus

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats-server/v2/server"
)

// Counted is a server that counts for the majority in an election, whether it runs or not.
type Counted struct {
	Node string // empty: not seen since this process began, and not one of the given names
	Here bool   // this process's server is connected to it, or is it
}

// ErrNotCounted means that a server does not count for the majority.
var ErrNotCounted = errors.New("it is not counted among the servers of the logs")

// Counted returns the servers that count for the majority, as this process's server knows them. It returns nil if the servers run elsewhere, and while that is not known. A server
// that this one has not seen is only recognised if its node is in named.
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
		if !known && peerID(r.Name) == r.Peer { // else r.Name is not a name but a message
			name = r.Name
		}
		if name != b.member.Node {
			out = append(out, Counted{Node: name, Here: name != "" && there[name]})
		}
	}
	slices.SortFunc(out, func(x, y Counted) int { return cmp.Compare(x.Node, y.Node) })
	return out, nil
}

// routed returns the names of the servers that this one is connected to.
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

// idDigits are the digits of a server's id in JetStream, and idLength is the length of an id.
const (
	idDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	idLength = 8
)

// peerID returns JetStream's id of a node's server, even if no server has seen its name yet: digits of the name's SHA-256.
func peerID(name string) string {
	sum := sha256.Sum256([]byte(name))
	id := make([]byte, idLength)
	for i := range id {
		id[i] = idDigits[int(sum[i])%len(idDigits)]
	}
	return string(id)
}
