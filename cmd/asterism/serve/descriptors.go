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

// What a cluster node keeps open in addition to its stores: one log file for each shard and another while it is written, and the bus with its routes. A new node of 16 shards had 24
// files of the bus open.
const (
	logFiles = 2 // for each shard
	busFiles = 32
)

// leastConnections is the smallest useful number of connections.
const leastConnections = 4

// Descriptors is the division of the descriptors that the process may have open. Connections must leave enough for the store: once RocksDB could not open a file, it refuses all
// writes until it is opened again.
type Descriptors struct {
	Limit   int // of the process
	Reserve int // for the store and the program
	Shards  int // of a cluster node, each with its own store; 0: one store
	HTTP    int // connections over HTTP; 0 without a listener
	Socket  int // clients of the socket
	Asked   int // by --max-connections
}

// Divide divides a limit. asked is --max-connections, and 0 without HTTP; shards is only above 0 on a cluster node. Socket clients get their maximum, or a quarter of what is left
// for all connections.
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

// enough reports whether something is left for connections.
func (d Descriptors) enough() bool { return d.Limit-d.Reserve >= leastConnections }

// Check returns an error for a limit that leaves nothing for connections.
func (d Descriptors) Check() error {
	if d.enough() {
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid,
		Message: fmt.Sprintf("this process may have %d files and connections open at a time (ulimit -n), and %s and the program need %d of them", d.Limit, d.stores(), d.Reserve),
		Hint:    owner.RaiseLimit(d.least())}
}

// programDescriptors returns the share of the program itself: a sixteenth, since a GPU's driver opens dozens of files and requests open images, or the minimum that it needs.
func programDescriptors(limit int) int { return max(owner.LeastDescriptors, limit/16) }

// stores returns what stores memories, in words.
func (d Descriptors) stores() string {
	if d.Shards == 0 {
		return "the store"
	}
	return fmt.Sprintf("the stores of %d shards, the logs", d.Shards)
}

// least returns the smallest sufficient limit.
func (d Descriptors) least() int {
	n := d.Limit
	for !Divide(n, d.Asked, d.Shards).enough() {
		n++
	}
	return n
}

// Lowered reports whether there are fewer connections than requested.
func (d Descriptors) Lowered() bool { return d.HTTP < d.Asked }

// Words says how the limit is divided.
func (d Descriptors) Words() string {
	out := fmt.Sprintf("%d files and connections may be open at a time (ulimit -n): %d are kept for %s and the program", d.Limit, d.Reserve, d.stores())
	if d.Asked > 0 {
		out += fmt.Sprintf(", %d are for connections over HTTP", d.HTTP)
	}
	return out + fmt.Sprintf(", %d for other processes through the socket", d.Socket)
}

// divideDescriptors limits connections by what this process may have open, with the stores of so many shards or a single store, and logs that.
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

// few returns the number of connections if it is lower than requested, else 0.
func (f *serveFlags) few() int {
	if f.wayToMore == "" {
		return 0
	}
	return f.maxConnections
}
