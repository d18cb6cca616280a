package cluster

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"asterism/engine/cluster/agreed"
	"asterism/engine/cluster/bus"
	"asterism/engine/cluster/member"
	"asterism/engine/cluster/natstest"
	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// three opens a node on each of three servers. Each node only knows its own server.
func (w *world) three() []Node {
	w.t.Helper()
	var nodes []Node
	for i, name := range []string{"a", "b", "c"} {
		c := w.config(name)
		c.Conn = w.servers.Connect(i)
		nodes = append(nodes, w.open(c))
	}
	return nodes
}

// TestAJoinThatWasCutShort: a node that became a member but got no shards gets them at its next start. A node from which a shard was taken does not get it back.
func TestAJoinThatWasCutShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	first := w.open(w.config("a"))
	c := w.config("b")
	b := w.open(c)
	table := first.(*node).table
	w.await("the second keeps all", func() bool { return b.Shard(0) != nil && b.Shard(1) != nil })
	w.close(b)
	half := agreed.Member{Key: "", About: c.About, Empty: true}
	members, err := table.Members(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if half.Key = members["b"].Key; members["b"].Empty {
		t.Error("a node that keeps all is to be filled")
	}
	for number := range 2 {
		if err := table.Remove(w.ctx, number, "b"); err != nil {
			t.Fatal(err)
		}
	}
	b = w.open(c)
	if places, err := table.Places(w.ctx); err != nil || len(places.Of("b")) != 0 {
		t.Errorf("shards that were taken came back: %v, %v", places, err)
	}
	w.close(b)
	text, err := json.Marshal(half)
	if err == nil {
		_, err = table.Nodes.Put(w.ctx, "b", text)
	}
	if err != nil {
		t.Fatal(err)
	}
	b = w.open(c)
	w.await("the second keeps all again", func() bool { return b.Shard(0) != nil && b.Shard(1) != nil })
}

// TestThreeNodes: each keeps every shard. When the server of one is stopped, another node leads. After it is back, every acknowledged write is on all of them.
func TestThreeNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	nodes := w.three()
	for m := range 5 {
		w.remember(0, m, nodes...)
		w.remember(1, m, nodes...)
	}
	leader := w.leader(0, nodes...)
	lost := slices.Index(nodes, leader)
	rest := slices.Delete(slices.Clone(nodes), lost, lost+1)
	w.servers.Stop(lost)
	w.remember(0, 5, rest...)
	now := w.leader(0, rest...)
	w.await("all know who leads", func() bool { l, ok := rest[0].LeaderOf(0); return ok && l.Node == now.Name() })
	err := leader.Shard(0).Store().Apply(w.ctx, suite.Remember(suite.Sample(9)))
	if !errors.Is(err, store.ErrDeposed) && !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrUnknown) {
		t.Errorf("a node that is cut off wrote: %v", err)
	}
	w.servers.Restart(lost)
	for _, n := range nodes {
		w.equal(0, now, n)
		w.has(0, 6, n)
	}
	if got, err := now.Shard(0).Store().Get(w.ctx, store.Parts{}, suite.ID(9)); err != nil || got[0] != nil {
		t.Errorf("what was refused is there: %v, %v", got, err)
	}
}

// TestAFourthNodeTakesTheFirstsPlace: it gets no shard automatically. When it is given shards it catches up, also from a checkpoint, and the first node can then leave for good.
func TestAFourthNodeTakesTheFirstsPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	var nodes []Node
	var configs []Config
	for _, name := range []string{"a", "b", "c", "d"} {
		configs = append(configs, w.config(name))
		nodes = append(nodes, w.open(configs[len(configs)-1]))
	}
	a, d := nodes[0], nodes[3]
	for m := range 5 {
		w.remember(0, m, nodes...)
	}
	if _, err := w.leader(0, nodes...).Shard(0).Checkpoint(w.ctx); err != nil {
		t.Fatal(err)
	}
	w.remember(0, 5, nodes...)
	if err := a.AddReplica(w.ctx, 0, "e"); err == nil {
		t.Error("a node that is none was given a shard")
	}
	if err := a.AddReplica(w.ctx, 2, "d"); err == nil {
		t.Error("a shard that is none was given away")
	}
	for number := range 2 {
		if d.Shard(number) != nil {
			t.Errorf("the fourth node keeps shard %d by itself", number)
		}
		if err := a.AddReplica(w.ctx, number, "d"); err != nil {
			t.Fatal(err)
		}
	}
	w.equal(0, w.leader(0, nodes...), d)
	gone := listen(a)
	for number := range 2 {
		if err := d.RemoveReplica(w.ctx, number, "a"); err != nil {
			t.Fatal(err)
		}
		gone.mustEnd(t, number, "follower", "candidate", "leader", "follower", "gone")
	}
	if err := a.Leave(w.ctx); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(ShardDir(configs[0].Dir, 0)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the store of a shard that is kept elsewhere is still there: %v", err)
	}
	w.close(a)
	w.remember(0, 6, nodes[1:]...)
	w.has(0, 7, w.leader(0, nodes[1:]...))
	members, err := d.Members(w.ctx)
	if err != nil || len(members) != 3 {
		t.Errorf("members %v, %v", members, err)
	}
}

// TestOneNodeGrowsToThree over the servers that nodes run: what the first stored alone is then on three servers and three nodes, and survives the loss of the first.
func TestOneNodeGrowsToThree(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	w := &world{t: t, ctx: ctx}
	dir := t.TempDir()
	m, err := member.Found(dir, member.Founding{Name: "team", Shards: 2, Place: place(t, "a")}, time.Now())
	if err == nil {
		err = bus.Found(ctx, dir, m, quiet())
	}
	if err != nil {
		t.Fatal(err)
	}
	a, bus1 := w.onBus(dir, m)
	w.remember(0, 0, a)
	door, err := tls.Listen("tcp", m.Door, m.DoorTLS())
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: m.DoorHandler(func() []string { return []string{m.Listen} }, func(node string) bool { return node == m.Node }, time.Now)}
	go func() { _ = s.Serve(door) }()
	defer s.Close()
	nodes := []Node{a}
	for _, name := range []string{"b", "c"} {
		v, err := m.Invite(time.Hour, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		one, err := member.Join(ctx, dir, v, place(t, name), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		n, b := w.onBus(dir, one)
		defer b.Close()
		nodes = append(nodes, n)
	}
	w.await("all streams are on three servers", func() bool {
		for _, n := range nodes {
			if !n.(*node).grown(ctx) {
				return false
			}
		}
		return true
	})
	w.remember(0, 1, nodes...)
	w.equal(0, a, nodes[1])
	w.equal(0, a, nodes[2])
	bus1.Close() // like a power failure of its machine
	w.remember(0, 2, nodes[1:]...)
	w.has(0, 3, w.leader(0, nodes[1:]...))
}

func place(t *testing.T, name string) member.Place {
	t.Helper()
	return member.Place{Node: name, Listen: natstest.FreeAddress(t), Door: natstest.FreeAddress(t)}
}

// onBus opens a node with a server of its own.
func (w *world) onBus(dir string, m *member.Member) (Node, *bus.Bus) {
	w.t.Helper()
	b, err := bus.Start(w.ctx, dir, m, bus.Options{Log: quiet()})
	if err != nil {
		w.t.Fatal(err)
	}
	n := w.open(Config{Cluster: m.Cluster, Name: m.Node, Dir: dir, Conn: b.Conn(), Shards: m.Shards, Lease: time.Second, StoreCache: 8 << 20, Log: quiet()})
	return n, b
}

// TestALostQuorum: while two of three servers are away no write succeeds, and the caller gets an error. When they are back, writes succeed again.
func TestALostQuorum(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	nodes := w.three()
	w.remember(0, 0, nodes...)
	leader := w.leader(0, nodes...)
	kept := slices.Index(nodes, leader)
	for i := range nodes {
		if i != kept {
			w.servers.Stop(i)
		}
	}
	err := leader.Shard(0).Store().Apply(w.ctx, suite.Remember(suite.Sample(1)))
	if !errors.Is(err, store.ErrDeposed) && !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrUnknown) {
		t.Errorf("without a quorum: %v", err)
	}
	w.has(0, 1, leader) // reads still work
	for i := range nodes {
		if i != kept {
			w.servers.Restart(i)
		}
	}
	w.remember(0, 2, nodes...)
	now := w.leader(0, nodes...)
	for _, n := range nodes {
		w.equal(0, now, n)
	}
}

// TestAQuorumLostForGood: a node continues with its folder on new servers, and reports up to which position it has each shard. Others join with empty folders; folders of the lost
// cluster are refused.
func TestAQuorumLostForGood(t *testing.T) {
	t.Parallel()
	old, anew := newWorld(t, 1), newWorld(t, 1)
	ca, cb := old.config("a"), old.config("b")
	a, b := old.open(ca), old.open(cb)
	for m := range 5 {
		old.remember(0, m, a, b)
	}
	old.equal(0, old.leader(0, a, b), a)
	place := a.Shard(0).Applied()
	old.close(a)
	if _, _, err := Refound(old.ctx, ca); err == nil {
		t.Fatal("a cluster that is there was made anew")
	}
	old.close(b)
	ca.Conn, cb.Conn = anew.servers.Connect(-1), anew.servers.Connect(-1)
	stranger := anew.config("a")
	if _, _, err := Refound(anew.ctx, stranger); err == nil {
		t.Fatal("a cluster was made anew of nothing")
	}
	a, kept, err := Refound(anew.ctx, ca)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { anew.close(a) })
	if len(kept) != 2 || kept[0] < place {
		t.Errorf("kept up to %v, want %d in shard 0", kept, place)
	}
	anew.remember(0, 5, a)
	anew.has(0, 6, a)
	if _, err := Open(anew.ctx, cb); !errors.Is(err, agreed.ErrOther) {
		t.Errorf("a folder of the lost cluster: %v", err)
	}
	cb.Dir = t.TempDir()
	b = anew.open(cb)
	anew.equal(0, a, b)
	if _, _, err := Refound(anew.ctx, ca); err == nil {
		t.Error("it was made anew twice")
	}
}
