package node

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/cluster"
	"asterism/engine/cluster/agreed"
	"asterism/engine/cluster/bus"
	"asterism/engine/cluster/exchange"
	"asterism/engine/cluster/host"
	"asterism/engine/device"
	"asterism/engine/embedder"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/warm"
	"asterism/mcp/passing"
)

// uncount takes this node's server out again. The server was started before the node learned that it has left, so it may count for the majority again.
func uncount(n *Node) {
	if !n.bus.Own() {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), closeWait)
	defer stop()
	if err := n.bus.Remove(ctx, n.cfg.Member.Node); !errors.Is(err, bus.ErrNotCounted) {
		n.note("take this node's server out", err)
	}
}

// closeWait is how long a node may take to give up what it leads before it ends anyway.
const closeWait = 10 * time.Second

// open opens the parts of the node one after the other.
func (n *Node) open(ctx context.Context, carry passing.Carry) (err error) {
	if err := cluster.RefuseLeft(n.cfg.Data); err != nil {
		return fmt.Errorf("open node %s: %w", n.cfg.Member.Node, err)
	}
	if err := n.openBus(ctx); err != nil {
		return err
	}
	n.stage.Store("loading models")
	if n.models, err = embedder.Open(ctx, n.embedderOptions()); err != nil {
		return err
	}
	n.ended = append(n.ended, func() { n.note("close the models", n.models.Close(context.Background())) })
	n.embedding = engine.OverModels(n.models)
	n.stage.Store("waiting for the other nodes")
	if err := n.openCluster(ctx); err != nil {
		if errors.Is(err, agreed.ErrLeft) {
			uncount(n)
		}
		return err
	}
	made := make(chan struct{}) // until it is closed, questions of other nodes wait
	n.exchange, err = exchange.Open(n.bus.Conn(), n.cfg.Member.Cluster, n.cluster.Name(), func(ctx context.Context, question []byte) ([]byte, error) {
		select {
		case <-made:
			return n.answer(ctx, question)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}, n.cfg.Log)
	if err != nil {
		return err
	}
	n.ended = append(n.ended, n.exchange.Close)
	n.passer = passing.New(others{n}, here{n}, n.exchange, carry, n.embedding)
	if err := hearEntries(n); err != nil {
		return err
	}
	n.openHost()
	if err := n.openSpreader(); err != nil {
		return err
	}
	close(made)
	every := cmp.Or(n.cfg.Look, spreadLook)
	n.ended = append(n.ended, inBackground(func(ctx context.Context) { keepSpread(ctx, n, every) }), inBackground(func(ctx context.Context) { keepBalanced(ctx, n, every) }))
	return n.openDoor()
}

func (n *Node) openBus(ctx context.Context) (err error) {
	if n.cfg.NATS != "" {
		n.bus, err = bus.Dial(ctx, n.cfg.NATS, n.cfg.Member, n.cfg.Log)
	} else {
		n.bus, err = bus.Start(ctx, n.cfg.Data, n.cfg.Member, bus.Options{Seeds: n.cfg.Seeds, Log: n.cfg.Log})
	}
	if err != nil {
		return err
	}
	n.ended = append(n.ended, n.bus.Close)
	return nil
}

// About is what a node reports to the others about itself.
type About struct {
	Listen  string `json:"listen"`
	Door    string `json:"door"`
	Version string `json:"version"`
}

func (n *Node) openCluster(ctx context.Context) error {
	m := n.cfg.Member
	about, err := json.Marshal(About{m.Listen, m.Door, n.cfg.Version})
	if err != nil {
		return err
	}
	n.cluster, err = n.joinCluster(ctx, cluster.Config{Cluster: m.Cluster, Name: m.Node, About: string(about), Dir: n.cfg.Data, Conn: n.bus.Conn(), Shards: m.Shards,
		Models: &store.Bound{Profile: n.models.Manifest().Profile, ModelHashes: n.models.Hashes()}, StoreCache: shareOf(n.cfg.Engine.StoreCache, m.Shards),
		OpenFiles: rocks.OpenFilesEach(device.Descriptors(), m.Shards), Log: n.cfg.Log})
	if err != nil {
		return err
	}
	n.ended = append(n.ended, func() {
		ctx, stop := context.WithTimeout(context.Background(), closeWait)
		defer stop()
		n.note("leave the lead to other nodes", n.cluster.Close(ctx))
	})
	return nil
}

// joinWait is how long the node waits for enough servers of the cluster before it logs that; then it waits on.
const joinWait = 30 * time.Second

// joinCluster opens the node. After all machines were off it waits for a majority of them without a time limit. If the node does not fit the cluster, it fails at once.
func (n *Node) joinCluster(ctx context.Context, c cluster.Config) (cluster.Node, error) {
	for {
		once, stop := context.WithTimeout(ctx, joinWait)
		node, err := cluster.Open(once, c)
		late := once.Err() != nil
		stop()
		if err == nil || ctx.Err() != nil || !late && !transient(err) {
			return node, err
		}
		n.cfg.Log.Warn("the cluster is not there yet, and is waited for: a majority of its nodes must run", "error", err)
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// transient reports whether an error comes from servers that are not a majority yet, or are electing a leader.
func transient(err error) bool {
	for _, unfit := range []error{agreed.ErrOther, agreed.ErrNewer, agreed.ErrTaken, agreed.ErrLeft, agreed.ErrNoCluster} {
		if errors.Is(err, unfit) {
			return false
		}
	}
	return agreed.Passes(err) || errors.Is(err, store.ErrUnavailable)
}

// The read cache of a node's stores, in bytes: together as much as a single store has, but with a minimum for each.
const (
	storesCache = 512 << 20
	leastCache  = 8 << 20
)

func shareOf(cache int64, shards int) int64 {
	if cache == 0 {
		cache = storesCache
	}
	return max(cache/int64(shards), leastCache)
}

// openHost opens an engine for each shard that this node leads, and also for each that it follows if searches may read from those.
func (n *Node) openHost() {
	if n.cfg.ReadAny {
		n.host = host.NewWarm(n.openShard, n.followShard, n.cfg.Log)
		n.passer.ReadNearby(here{n})
	} else {
		n.host = host.New(n.openShard, n.cfg.Log)
	}
	unsubscribe := n.cluster.Subscribe(n.host.Changed)
	n.ended = append(n.ended, func() {
		unsubscribe()
		n.host.Close()
	})
}

// inBackground runs fn in the background until end is called.
func inBackground(fn func(context.Context)) (end func()) {
	ctx, stop := context.WithCancel(context.Background())
	group := caught.NewGroup()
	group.Go(func() error { return caught.Do(func() { fn(ctx) }) })
	return func() {
		stop()
		_ = group.Wait() // errors are in the log
	}
}

// openShard opens the engine of a shard that this node leads.
func (n *Node) openShard(ctx context.Context, number int, takes *engine.Engine) (*engine.Engine, error) {
	e, err := n.openOver(ctx, number, nil, takes)
	if err == nil {
		follow(n, e)
	}
	return e, err
}

// followShard opens the engine of a shard that another node leads, for reading.
func (n *Node) followShard(ctx context.Context, number int) (*engine.Engine, *warm.Follower, error) {
	s := n.cluster.Shard(number)
	if s == nil {
		return nil, nil, fmt.Errorf("shard %d: %w: it keeps no replica any more", number, host.ErrNotKept)
	}
	f := warm.New(s)
	e, err := n.openOver(ctx, number, f, nil)
	if err != nil { // the next attempt uses another follower, so this one must get no more writes
		f.Close()
	}
	return e, f, err
}

// openOver opens an engine over this node's replica of a shard. f keeps it up to date while another node writes. takes is an earlier engine whose index is taken over.
func (n *Node) openOver(ctx context.Context, number int, f *warm.Follower, takes *engine.Engine) (*engine.Engine, error) {
	s := n.cluster.Shard(number)
	if s == nil {
		return nil, fmt.Errorf("shard %d: %w: it keeps no replica any more", number, host.ErrNotLeading)
	}
	c := host.Over(n.cfg.Engine, n.models, n.shardDir(number), n.cluster.Shards())
	st := s.Store()
	c.Store, c.Warm, c.Takes, c.Log, c.Progress = &st, f, takes, n.cfg.Log.With("shard", number), nil
	return engine.Open(ctx, c)
}

func (n *Node) shardDir(number int) string {
	return cluster.ShardDir(n.cfg.Data, number)
}

// embedderOptions returns the embedder's part of the engine's configuration.
func (n *Node) embedderOptions() embedder.Options {
	c := n.cfg.Engine
	return embedder.Options{Profile: c.Profile, Models: c.Models, ORTLib: c.ORTLib, Images: c.Images, Device: c.Device, Workers: c.Workers, MaxWait: c.MaxWait, Log: n.cfg.Log,
		Progress: func(stage string, done, total int) {
			if total > 0 {
				stage = fmt.Sprintf("%s (%d of %d)", stage, done, total)
			}
			n.stage.Store(stage)
		}}
}

// note logs an error as a warning.
func (n *Node) note(what string, err error) {
	if err != nil {
		n.cfg.Log.Warn(what, "error", err)
	}
}
