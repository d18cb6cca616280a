package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"

	"asterism/engine"
	"asterism/engine/device"
	"asterism/engine/store/rocks"
	"asterism/mcp/httpapi"
	"asterism/mcp/wire"
)

// leastDescriptors is what the program itself has open at most where the limit is low: standard input and output, listeners, locks, tokens and certificates, the files of models
// while they are read, pipes to the servers that it checks. Where there is more it takes a sixteenth: a card's driver opens dozens of files, and requests open images.
const leastDescriptors = 24

// leastConnections is with how many there is any sense in serving.
const leastConnections = 4

// descriptors is how what the process may have open at a time is divided, so that connections never take what the store needs: RocksDB refuses all writes, until it is opened anew,
// after it could not open a file.
type descriptors struct {
	limit   int // of the process
	reserve int // for the store and the program
	http    int // connections over HTTP; 0 without a listener
	socket  int // clients of the socket
	asked   int // by --max-connections
}

// divide divides a limit; asked is --max-connections, and 0 without HTTP. The sockets' clients get what they may have, or a quarter of what there is for all.
func divide(limit, asked int) descriptors {
	d := descriptors{limit: limit, reserve: rocks.Descriptors(limit) + max(leastDescriptors, limit/16), asked: asked}
	left := max(0, limit-d.reserve)
	if d.socket = min(wire.MaxSocketClients, left); asked > 0 {
		d.socket = min(d.socket, left/4)
		d.http = min(asked, left-d.socket)
	}
	return d
}

// enough reports whether something is left to connections.
func (d descriptors) enough() bool { return d.limit-d.reserve >= leastConnections }

// check refuses a limit that leaves nothing to connections.
func (d descriptors) check() error {
	if d.enough() {
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid,
		Message: fmt.Sprintf("this process may have %d files and connections open at a time (ulimit -n), and the store and the program need %d of them", d.limit, d.reserve),
		Hint:    fmt.Sprintf("raise the limit: `ulimit -n 4096` in the shell that starts it (the hard limit too: `ulimit -Hn`), LimitNOFILE in a systemd unit; %d is the least", d.least())}
}

// least is the smallest limit that is enough.
func (d descriptors) least() int {
	n := d.limit
	for !divide(n, d.asked).enough() {
		n++
	}
	return n
}

// lowered says that there are fewer connections than were asked for.
func (d descriptors) lowered() bool { return d.http < d.asked }

// words say how the limit is divided.
func (d descriptors) words() string {
	out := fmt.Sprintf("%d files and connections may be open at a time (ulimit -n): %d are kept for the store and the program", d.limit, d.reserve)
	if d.asked > 0 {
		out += fmt.Sprintf(", %d are for connections over HTTP", d.http)
	}
	return out + fmt.Sprintf(", %d for other processes through the socket", d.socket)
}

// divideDescriptors bounds connections by what this process may have open, and says so.
func (f *serveFlags) divideDescriptors(log *slog.Logger) error {
	asked := 0
	if f.http != "" {
		asked = cmp.Or(f.maxConnections, httpapi.DefaultConnections)
	}
	d := divide(device.Descriptors(), asked)
	if err := d.check(); err != nil {
		return err
	}
	log.Info("descriptors", "limit", d.limit, "reserve", d.reserve, "connections", d.http, "socket_clients", d.socket)
	if f.socketClients = d.socket; d.lowered() {
		f.maxConnections, f.wayToMore = d.http, "a higher limit of open files (ulimit -n)"
		fmt.Fprintf(os.Stderr, "asterism: %d connections at a time and not %d: %s\n", d.http, asked, d.words())
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

// examineDescriptors is what a server of this user would find.
func examineDescriptors() finding {
	return divide(device.Descriptors(), httpapi.DefaultConnections).finding()
}

func (d descriptors) finding() finding {
	f := finding{Part: "files", OK: true, Words: []string{d.words()}, Limits: &limits{d.limit, d.reserve, d.http, d.socket}}
	if err := d.check(); err != nil {
		bad := failed("files", err)
		bad.Limits = f.Limits
		return bad
	}
	if d.lowered() {
		f.Words = append(f.Words, fmt.Sprintf("that is fewer than the usual %d over HTTP: raise the limit for more", d.asked))
	}
	return f
}

// limits are a finding about descriptors as figures.
type limits struct {
	Limit       int `json:"limit"`
	Reserve     int `json:"reserve"`
	Connections int `json:"connections"`
	Socket      int `json:"socket_clients"`
}
