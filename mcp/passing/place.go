package passing

import (
	"context"
	"encoding/json"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/store"
	"asterism/mcp"
	"asterism/mcp/failure"

	"github.com/google/uuid"
)

// where is what a call concerns: one shard, several, or no memory at all.
type where struct {
	shard            int
	several, nowhere bool
}

// manner is how the shard of a tool's call is found.
type manner int

const (
	byNamespace         manner = iota // the argument namespace, else the caller's home; what is learned is stored with the home too
	bySearch                          // the same, and "*", and the default namespace in addition to the home
	byMemory                          // the shard of the memory that an argument names
	byMemoryOrNamespace               // the same; byNamespace if the argument is missing
	byEach                            // the namespaces of a list, which must be in one shard
	byMove                            // two namespaces, which must be in one shard
	inAll                             // every shard
	notHere                           // only for a single machine's store; clusters have another way
	anywhere                          // no memory is needed
)

// manners lists the tools with another manner than byNamespace, and the argument that names their memory.
var manners = map[string]struct {
	manner
	argument string
}{
	"search_graph": {bySearch, ""}, "list_memories": {bySearch, ""}, "list_tags": {bySearch, ""},
	"get_memory": {byMemory, "id"}, "forget_memory": {byMemory, "id"}, "restore_memory": {byMemory, "id"}, "update_memory": {byMemory, "id"}, "forget_earlier": {byMemory, "id"}, "find_causal_path": {byMemory, "from"},
	"decide_link": {byMemory, "a"}, "get_links": {byMemoryOrNamespace, "id"},
	"store_memories": {byEach, "memories"}, "move_namespace": {byMove, ""}, "list_namespaces": {inAll, ""}, "resolve_id": {inAll, ""}, "purge_forgotten": {inAll, ""},
	"create_backup": {notHere, "back a cluster up with `asterism cluster backup DIR`"}, "open_dashboard": {notHere, "serve with --http: the dashboard is at that address"},
	"embed": {anywhere, ""}, "check_server_drift": {anywhere, ""}, "classify_tool_drift": {anywhere, ""},
}

// place finds what a call concerns.
func (p *Passer) place(ctx context.Context, c mcp.Call) (where, error) {
	var given map[string]json.RawMessage
	if len(c.Arguments) > 0 && json.Unmarshal(c.Arguments, &given) != nil {
		return where{}, failure.New(engine.KindInvalid, "", "the arguments are no object")
	}
	how := manners[c.Tool]
	if how.manner == byMemoryOrNamespace && given[how.argument] != nil {
		how.manner = byMemory
	}
	switch how.manner {
	case bySearch:
		return p.ofSearch(c, text(given["namespace"])), nil
	case byMemory:
		id, err := uuid.Parse(text(given[how.argument]))
		if err != nil {
			return where{}, failure.New(engine.KindInvalid, "", "%s %s is no id of a memory", how.argument, failure.Quote(text(given[how.argument])))
		}
		shard, err := p.shardWith(ctx, id)
		return where{shard: shard}, err
	case byEach:
		return p.ofEach(c, given[how.argument])
	case byMove:
		return p.one(text(given["from"]), text(given["into"]))
	case inAll:
		return where{several: true}, nil
	case notHere:
		return where{}, failure.New(engine.KindInvalid, how.argument, "%s is about the store of one machine, and this is a cluster", c.Tool)
	case anywhere:
		return where{nowhere: true}, nil
	}
	return where{shard: p.shardOf(c, text(given["namespace"]))}, nil
}

// shardOf returns the shard of a namespace, or of the caller's home when it is empty.
func (p *Passer) shardOf(c mcp.Call, namespace string) int {
	return cluster.ShardOf(orHome(c, namespace), p.cluster.Shards())
}

func orHome(c mcp.Call, namespace string) string {
	if namespace == "" {
		namespace = c.Home
	}
	if namespace == "" {
		namespace = engine.DefaultNamespace
	}
	return namespace
}

// ofSearch returns one shard, or several if all namespaces are searched or if the home and the default namespace are in different shards.
func (p *Passer) ofSearch(c mcp.Call, namespace string) where {
	if namespace == "*" {
		return where{several: true}
	}
	shard := p.shardOf(c, namespace)
	defaultShard := cluster.ShardOf(engine.DefaultNamespace, p.cluster.Shards())
	if namespace == "" && c.Tool == "search_graph" && shard != defaultShard {
		return where{several: true}
	}
	return where{shard: shard}
}

// ofEach returns the one shard of all objects in a list.
func (p *Passer) ofEach(c mcp.Call, raw json.RawMessage) (where, error) {
	var list []struct {
		Namespace string `json:"namespace"`
	}
	if json.Unmarshal(raw, &list) != nil || len(list) == 0 { // the tool reports what is wrong
		return where{shard: p.shardOf(c, "")}, nil
	}
	names := make([]string, len(list))
	for i := range list {
		names[i] = orHome(c, list[i].Namespace)
	}
	return p.one(names...)
}

// one returns the one shard of several namespaces.
func (p *Passer) one(namespaces ...string) (where, error) {
	first := cluster.ShardOf(namespaces[0], p.cluster.Shards())
	for _, name := range namespaces[1:] {
		if cluster.ShardOf(name, p.cluster.Shards()) != first {
			return where{}, failure.New(engine.KindInvalid, "Ask for one namespace at a time. To move a namespace, export it and import it under its new name.",
				"the namespaces %s and %s are in different shards of this cluster, and one call changes one shard: nothing was done", failure.Quote(namespaces[0]), failure.Quote(name))
		}
	}
	return where{shard: first}, nil
}

func text(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(raw, &s) // the tool reports a wrong type
	return s
}

// shardWith finds the shard that has a memory.
func (p *Passer) shardWith(ctx context.Context, id store.ID) (int, error) {
	all, err := each[bool](ctx, p, methodHas, id)
	if err != nil {
		return 0, err
	}
	for shard, has := range all {
		if has {
			return shard, nil
		}
	}
	return 0, failure.New(engine.KindNotFound, "", "no memory has id %s", id)
}
