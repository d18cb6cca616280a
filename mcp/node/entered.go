package node

import (
	"encoding/json"
	"fmt"
	"sync"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/mcp/passing"

	"github.com/nats-io/nats.go"
)

// entered is what a node sends to the others when a memory enters a workspace of a shard that it leads. A node that is not connected at that moment does not get it, just as a
// client that does not listen.
type entered struct {
	Node      string          `json:"node"`
	Namespace string          `json:"namespace"`
	Session   string          `json:"session"`
	Memory    store.ID        `json:"memory"`
	State     workspace.State `json:"state"`
}

// minds implements [tools.WorkspaceReader] over all shards.
type minds struct {
	passing.Minds
	*watchers
}

// watchers are called when a memory enters a workspace, on whichever node its shard is led. Safe for concurrent use.
type watchers struct {
	mu   sync.Mutex
	all  map[int]func(workspace.Entry)
	next int
}

func (w *watchers) notify(e workspace.Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, fn := range w.all {
		fn(e)
	}
}

// WatchWorkspaces implements [tools.WorkspaceReader].
func (w *watchers) WatchWorkspaces(fn func(workspace.Entry)) (stop func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	number := w.next
	w.next++
	if w.all == nil {
		w.all = map[int]func(workspace.Entry){}
	}
	w.all[number] = fn
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, number)
	}
}

// enteredSubject is the subject of these messages.
func enteredSubject(cluster string) string { return "asterism." + cluster + ".entered" }

// follow watches the engine of a led shard until it is closed, and sends its events to the other nodes.
func follow(n *Node, e *engine.Engine) {
	e.WatchWorkspaces(func(entry workspace.Entry) {
		n.watchers.notify(entry)
		raw, err := json.Marshal(entered{n.cluster.Name(), entry.Namespace, entry.Session, entry.Member.ID, entry.State})
		if err == nil {
			err = n.bus.Conn().Publish(enteredSubject(n.cfg.Member.Cluster), raw) // Publish only queues the message
		}
		n.note("tell other nodes what entered a workspace", err)
	})
}

// hearEntries passes the events of other nodes to this node's watchers.
func hearEntries(n *Node) error {
	sub, err := n.bus.Conn().Subscribe(enteredSubject(n.cfg.Member.Cluster), func(m *nats.Msg) { _ = caught.Do(func() { heard(n, m.Data) }) })
	if err != nil {
		return fmt.Errorf("listen to what enters workspaces on other nodes: %w", err)
	}
	n.ended = append(n.ended, func() { _ = sub.Unsubscribe() }) // fails only if the connection is closed
	return nil
}

func heard(n *Node, raw []byte) {
	var e entered
	if err := json.Unmarshal(raw, &e); err != nil {
		n.note("read what entered a workspace on another node", err)
		return
	}
	if e.Node != n.cluster.Name() {
		n.watchers.notify(workspace.Entry{Namespace: e.Namespace, Session: e.Session, Member: workspace.Member{ID: e.Memory}, State: e.State})
	}
}
