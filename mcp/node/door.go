package node

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"asterism/engine/background"
	"asterism/engine/caught"
)

// seen holds the members as last read, with what each says about itself. Safe for concurrent use.
type seen struct {
	mu    sync.Mutex
	nodes map[string]About
	let   map[string]bool // names of machines that were admitted here, and may not have started yet
}

// How often the members are read, and how long that may take.
const (
	lookEvery = 15 * time.Second
	lookWait  = 3 * time.Second
)

// look reads the members, and stores their addresses for the next start.
func (n *Node) look(ctx context.Context) (map[string]About, error) {
	ctx, stop := context.WithTimeout(ctx, lookWait)
	defer stop()
	all, err := n.cluster.Members(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask for the members of the cluster: %w", err)
	}
	nodes, addresses := map[string]About{}, []string{}
	for name, said := range all {
		var a About
		if err := json.Unmarshal([]byte(said), &a); err != nil {
			n.cfg.Log.Warn("what a node says of itself cannot be read", "node", name, "error", err)
		}
		nodes[name] = a
		if a.Listen != "" {
			addresses = append(addresses, a.Listen)
		}
	}
	slices.Sort(addresses)
	n.seen.mu.Lock()
	defer n.seen.mu.Unlock()
	n.seen.nodes = nodes
	return nodes, n.cfg.Member.AddSeeds(addresses)
}

// addresses returns those of all known nodes, this one's first.
func (n *Node) addresses() []string {
	_, err := n.look(context.Background())
	n.note("look at the members", err)
	n.seen.mu.Lock()
	defer n.seen.mu.Unlock()
	out := []string{n.cfg.Member.Listen}
	for _, a := range n.seen.nodes {
		if a.Listen != "" && !slices.Contains(out, a.Listen) {
			out = append(out, a.Listen)
		}
	}
	slices.Sort(out[1:])
	return out
}

// taken reports whether a node has a name, or may have it. The name of an admitted machine stays taken until the machine has started or this process ends.
func (n *Node) taken(name string) bool {
	_, err := n.look(context.Background())
	n.note("look at the members", err)
	n.seen.mu.Lock()
	defer n.seen.mu.Unlock()
	if _, there := n.seen.nodes[name]; there || n.seen.let[name] || name == n.cfg.Member.Node {
		return true
	}
	if n.seen.let == nil {
		n.seen.let = map[string]bool{}
	}
	n.seen.let[name] = true
	return false
}

// openDoor admits machines, and keeps reading the members.
func (n *Node) openDoor() error {
	m := n.cfg.Member
	l, err := net.Listen("tcp", m.Door)
	if err != nil {
		return fmt.Errorf("listen where machines join: %w: end what listens there, or name another address as door in cluster/cluster.json", err)
	}
	s := &http.Server{Handler: m.DoorHandler(n.addresses, n.taken, time.Now), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		ErrorLog: slog.NewLogLogger(n.cfg.Log.Handler(), slog.LevelInfo)} // a failed handshake is no problem of this node
	var serving sync.WaitGroup
	serving.Go(func() {
		err := caught.Run(func() error { return s.Serve(tls.NewListener(l, m.DoorTLS())) })
		if !errors.Is(err, http.ErrServerClosed) {
			n.note("no machine can join through this node", err)
		}
	})
	looking := background.New(background.Task{Name: "looking at the members", Every: lookEvery, Log: n.cfg.Log, Work: func(ctx context.Context, r *background.Round) {
		_ = r.Try("members", func() error { _, err := n.look(ctx); return err }) // the loop logs the error
	}})
	looking.Start()
	n.ended = append(n.ended, func() {
		looking.Stop()
		_ = s.Close()
		serving.Wait()
	})
	return nil
}
