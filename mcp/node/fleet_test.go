package node

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"asterism/engine/cluster"
	"asterism/engine/cluster/member"
	"asterism/engine/cluster/natstest"
	"asterism/mcp"
	"asterism/mcp/tools"
)

// shards is the number of shards of the fleet's cluster. patience is only used up when a test fails.
const (
	shards   = 4
	patience = 2 * time.Minute
)

// fleet is a cluster of three nodes in one process, over NATS servers that do not belong to the nodes.
type fleet struct {
	t       *testing.T
	servers *natstest.Servers
	nodes   map[string]*process
	change  func(*Config) // of the nodes that are started
}

// process is one node with what serves its clients.
type process struct {
	*Node
	server *mcp.Server
	data   string
}

// newFleet starts the nodes one after the other. The second and the third join at the door of the first.
func newFleet(t *testing.T) *fleet { return newFleetThat(t, func(*Config) {}) }

// newFleetThat starts nodes with a changed configuration.
func newFleetThat(t *testing.T, change func(*Config)) *fleet {
	t.Helper()
	f := &fleet{t: t, servers: natstest.Start(t, 3), nodes: map[string]*process{}, change: change}
	data := t.TempDir()
	m, err := member.Found(data, member.Founding{Name: "fleet", Shards: shards, Place: member.Place{Node: "a", Listen: natstest.FreeAddress(t), Door: natstest.FreeAddress(t)}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	a := f.start(m, data)
	for _, name := range []string{"b", "c"} {
		v, err := m.Invite(time.Hour, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		data := t.TempDir()
		other, err := member.Join(t.Context(), data, v, member.Place{Node: name, Listen: natstest.FreeAddress(t), Door: natstest.FreeAddress(t)}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		f.start(other, data)
	}
	f.await("whole", func() (bool, any) {
		s := a.Status(t.Context())
		return s.Whole && len(s.Nodes) == 3, s.Trouble
	})
	return f
}

func (f *fleet) start(m *member.Member, data string) *process {
	f.t.Helper()
	c := Config{Member: m, Data: data, NATS: f.servers.URL(-1), Version: "test", Log: quiet}
	f.change(&c)
	n := New(c)
	s, err := mcp.New(mcp.Options{Engine: n.Engine, Pass: n, Doing: n.Doing, Tools: "all", More: append(tools.Owner{}.Tools(), n.Tools()...), Data: data})
	if err != nil {
		f.t.Fatal(err)
	}
	n.Start(context.Background(), s.Carry)
	p := &process{n, s, data}
	f.nodes[m.Node] = p
	f.t.Cleanup(func() { _ = p.Close() }) // a second call if the test has closed it
	f.await("ready", func() (bool, any) {
		ready, why := n.Ready()
		return ready, why
	})
	return p
}

// await waits until a condition is true.
func (f *fleet) await(what string, so func() (bool, any)) {
	f.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		is, said := so()
		if is {
			return
		}
		if time.Now().After(end) {
			f.t.Fatalf("the cluster is never %s: %v", what, said)
		}
	}
}

// call calls a tool at a node like a client, and decodes the answer.
func (f *fleet) call(node, tool string, args map[string]any, into any) error {
	f.t.Helper()
	e, err := f.nodes[node].Engine(f.t.Context())
	if err != nil {
		return err
	}
	body, err := tools.Answer(f.t.Context(), e, tool, args)
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(body, into)
}

// spread makes the first node, which leads all shards, give up all but one of them. It returns one namespace of each shard.
func (f *fleet) spread() (namespaces [shards]string) {
	f.t.Helper()
	for i, left := 0, shards; left > 0; i++ {
		name := fmt.Sprint("space-", i)
		if s := cluster.ShardOf(name, shards); namespaces[s] == "" {
			namespaces[s] = name
			left--
		}
	}
	a := f.nodes["a"]
	for shard := 1; shard < shards; shard++ {
		if err := a.resign(f.t.Context(), shard); err != nil {
			f.t.Fatal(err)
		}
	}
	for name, n := range f.nodes {
		f.await("spread", func() (bool, any) {
			for shard := 1; shard < shards; shard++ {
				if l, ok := n.cluster.LeaderOf(shard); !ok || l.Node == "a" {
					return false, fmt.Sprintf("node %s believes that shard %d is led by %q", name, shard, l.Node)
				}
			}
			ready, why := n.Ready()
			return ready, why
		})
	}
	return namespaces
}
