package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"asterism/engine"
	"asterism/engine/cluster/member"
	"asterism/mcp/backupapi"
	"asterism/mcp/embedapi"
	"asterism/mcp/node"
	"asterism/mcp/tools"

	"github.com/spf13/pflag"
)

// clusterFlags select the cluster to serve.
type clusterFlags struct {
	cluster string
	join    []string
	nats    string
	read    string
	fixed   bool
}

func (f *clusterFlags) define(fl *pflag.FlagSet) {
	fl.StringVar(&f.cluster, "cluster", "", "serve as a node of a cluster: its folder, which 'asterism cluster init' or 'join' has made, or the URL of a NATS to use with the folder that --data names")
	fl.StringSliceVar(&f.join, "join", nil, "with --cluster: address of another node, host and port, beside those that are known (may be given again)")
	fl.StringVar(&f.nats, "nats", "", "with --cluster: URL of a NATS with JetStream that somebody else runs, such as nats://host:4222, instead of one in each node's process")
	fl.StringVar(&f.read, "read-from", readLeader, "with --cluster: who answers a search: leader, the node that leads a shard; any, this node for the shards that it keeps, which goes on without a leader and may miss the newest writes of others, of which the answer tells how many")
	fl.BoolVar(&f.fixed, "fixed-shards", false, "with --cluster: while this node runs no replica of a shard moves by itself to a node that keeps fewer; 'asterism cluster move' still moves it")
}

// The values of --read-from.
const (
	readLeader = "leader"
	readAny    = "any"
)

// ShardsOf returns the number of shards of the cluster whose node has the data folder; 0: it is no node, or cannot be read, which other code reports.
func ShardsOf(data string) int {
	m, err := member.Open(data)
	if err != nil {
		return 0
	}
	return m.Shards
}

// isOn reports whether a cluster node is to be served.
func (f *clusterFlags) isOn() bool { return f.cluster != "" }

// settle handles a URL that is given instead of a folder: it is the NATS. It also puts the folder into data.
func (f *clusterFlags) settle(data *string, named bool) error {
	if f.read != readLeader && f.read != readAny {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--read-from %s is not known", f.read), Hint: "it is leader or any"}
	}
	if !f.isOn() {
		if len(f.join) > 0 || f.nats != "" || f.read != readLeader {
			return &engine.Error{Kind: engine.KindInvalid, Message: "--join, --nats and --read-from go with --cluster only", Hint: "name the node's folder: --cluster DIR"}
		}
		return nil
	}
	if strings.Contains(f.cluster, "://") {
		if f.nats != "" {
			return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--cluster %s and --nats %s both name a NATS", f.cluster, f.nats), Hint: "give --cluster the node's folder"}
		}
		f.nats, f.cluster = f.cluster, *data
		return nil
	}
	dir, err := filepath.Abs(f.cluster)
	if err != nil {
		return err
	}
	if before, err := filepath.Abs(*data); named && (err != nil || before != dir) {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--data %s and --cluster %s name two folders, and a node has one", *data, f.cluster), Hint: "leave --data out"}
	}
	*data = f.cluster
	return nil
}

// clustered is a cluster node as a source.
type clustered struct{ node *node.Node }

// newClustered makes a node that is not open yet.
func newClustered(data string, f clusterFlags, c engine.Config, version string) (*clustered, error) {
	m, err := member.Open(data)
	if err != nil {
		if errors.Is(err, member.ErrNone) {
			return nil, &engine.Error{Kind: engine.KindInvalid, Message: err.Error()}
		}
		return nil, err
	}
	for _, address := range f.join {
		if err := member.CheckAddress("--join", address); err != nil {
			return nil, &engine.Error{Kind: engine.KindInvalid, Message: err.Error()}
		}
	}
	fmt.Fprintf(os.Stderr, "asterism: this is node %s of cluster %s, at %s\n", m.Node, m.Cluster, m.Listen)
	return &clustered{node.New(node.Config{Member: m, Data: data, Engine: c, NATS: f.nats, Seeds: f.join, ReadAny: f.read == readAny, Fixed: f.fixed, Version: version, Log: c.Log})}, nil
}

func (c *clustered) engine(ctx context.Context) (*tools.Engine, error) { return c.node.Engine(ctx) }

func (c *clustered) embedder(context.Context) (embedapi.Embedder, error) { return c.node, nil }

func (c *clustered) backer(context.Context) (backupapi.Backer, error) {
	return nil, &engine.Error{Kind: engine.KindInvalid, Message: "a backup of one store is asked for, and this is a cluster", Hint: "back it up with `asterism cluster backup DIR`"}
}

func (c *clustered) status(ctx context.Context) (*engine.Status, error) {
	return c.node.EngineStatus(ctx)
}

func (c *clustered) doing() string         { return c.node.Doing() }
func (c *clustered) ready() (bool, string) { return c.node.Ready() }
func (c *clustered) lacks() string         { return node.Lacks(c.node) }
func (c *clustered) close() error          { return c.node.Close() }
