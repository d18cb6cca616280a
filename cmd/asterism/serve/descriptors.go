package serve

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/engine/device"
	"asterism/engine/store/rocks"
	"asterism/mcp/httpapi"
	"asterism/mcp/wire"
)

// What a node of a cluster has open beside its stores: files of the logs of its shards, one each and another while it is written, and the bus with its routes. A node of 16 shards that had
// just begun had 24 files of it open.
const (
	logFiles = 2 // for each shard
	busFiles = 32
)

// leastConnections is the least number of connections that is worth serving.
const leastConnections = 4

// Descriptors is how the descriptors that the process may have open are divided, so that connections leave enough for the store: once RocksDB could not
// open a file, it refuses all writes until it is opened anew.
type Descriptors struct {
	Limit   int // of the process
	Reserve int // for the store and the program
	Shards  int // of the node of a cluster, each with a store of its own; 0: one store
	HTTP    int // connections over HTTP; 0 without a listener
	Socket  int // clients of the socket
	Asked   int // by --max-connections
}

// Divide divides a limit; asked is --max-connections, and 0 without HTTP, and shards is 0 but on a node of a cluster. The sockets' clients get what they may have, or a quarter of what there is
// for all.
func Divide(limit, asked, shards int) Descriptors {
	d := Descriptors{Limit: limit, Reserve: rocks.Descriptors(limit, max(shards, 1)) + programDescriptors(limit), Shards: shards, Asked: asked}
	if shards > 0 {
		d.Reserve += logFiles*shards + busFiles
	}
	left := max(0, limit-d.Reserve)
	if d.Socket = min(wire.MaxSocketClients, left); asked > 0 {
		d.Socket = min(d.Socket, max(2, left/4))
		d.HTTP = min(asked, left-d.Socket)
	}
	return d
}

// enough reports whether something is left to connections.
func (d Descriptors) enough() bool { return d.Limit-d.Reserve >= leastConnections }

// Check refuses a limit that leaves nothing to connections.
func (d Descriptors) Check() error {
	if d.enough() {
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid,
		Message: fmt.Sprintf("this process may have %d files and connections open at a time (ulimit -n), and %s and the program need %d of them", d.Limit, d.stores(), d.Reserve),
		Hint:    owner.RaiseLimit(d.least())}
}

// programDescriptors are for the program itself: a sixteenth, as a GPU's driver opens dozens of files and requests open images, or the least that it needs.
func programDescriptors(limit int) int { return max(owner.LeastDescriptors, limit/16) }

// stores are what keeps memories, in words.
func (d Descriptors) stores() string {
	if d.Shards == 0 {
		return "the store"
	}
	return fmt.Sprintf("the stores of %d shards, the logs", d.Shards)
}

// least is the smallest limit that is enough.
func (d Descriptors) least() int {
	n := d.Limit
	for !Divide(n, d.Asked, d.Shards).enough() {
		n++
	}
	return n
}

// Lowered says that there are fewer connections than were asked for.
func (d Descriptors) Lowered() bool { return d.HTTP < d.Asked }

// Words say how the limit is divided.
func (d Descriptors) Words() string {
	out := fmt.Sprintf("%d files and connections may be open at a time (ulimit -n): %d are kept for %s and the program", d.Limit, d.Reserve, d.stores())
	if d.Asked > 0 {
		out += fmt.Sprintf(", %d are for connections over HTTP", d.HTTP)
	}
	return out + fmt.Sprintf(", %d for other processes through the socket", d.Socket)
}

// divideDescriptors bounds connections by what this process, a node with so many shards or with a store alone, may have open, and says so.
func (f *serveFlags) divideDescriptors(log *slog.Logger, shards int) error {
	asked := 0
	if f.http != "" {
		asked = cmp.Or(f.maxConnections, httpapi.DefaultConnections)
	}
	d := Divide(device.Descriptors(), asked, shards)
	if err := d.Check(); err != nil {
		return err
	}
	log.Info("descriptors", "limit", d.Limit, "reserve", d.Reserve, "connections", d.HTTP, "socket_clients", d.Socket)
	if f.socketClients = d.Socket; d.Lowered() {
		f.maxConnections, f.wayToMore = d.HTTP, "a higher limit of open files (ulimit -n)"
		fmt.Fprintf(os.Stderr, "asterism: %d connections at a time and not %d: %s\n", d.HTTP, asked, d.Words())
	}
	return nil
}

// few is how many connections there are where these are fewer than were asked for.
func (f *serveFlags) few() int {
	if f.wayToMore == "" {
		return 0
	}
	return f.maxConnections
}
