package node

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/cluster/member"
)

// table is a mock cluster node that only knows who leads and who keeps what.
type table struct {
	cluster.Node
	leaders []string
	members map[string]string
}

func (t *table) Name() string { return "a" }
func (t *table) Shards() int  { return len(t.leaders) }
func (t *table) LeaderOf(shard int) (cluster.Leader, bool) {
	return cluster.Leader{Node: t.leaders[shard], Epoch: 7}, t.leaders[shard] != ""
}
func (t *table) Members(context.Context) (map[string]string, error) {
	if t.members == nil {
		return nil, errors.New("nobody answers")
	}
	return t.members, nil
}

func three() []NodeStatus {
	return []NodeStatus{{Node: "a", Answers: true}, {Node: "b", Answers: true}, {Node: "c"}}
}

// TestAShardIsWholeOrSaysWhatIsMissing: each missing thing has its message; a complete shard has none.
func TestAShardIsWholeOrSaysWhatIsMissing(t *testing.T) {
	leader := ReplicaState{Node: "a", Role: leading, Applied: 9}
	after := func(node string, applied, behind uint64, trouble string) ReplicaState {
		return ReplicaState{Node: node, Role: "follower", Applied: applied, Behind: behind, Trouble: trouble}
	}
	for name, c := range map[string]struct {
		leader   string
		replicas []ReplicaState
		log      shardLog
		says     string
	}{
		"whole": {"a", []ReplicaState{leader, after("b", 9, 0, "")}, shardLog{servers: []string{"a", "b", "c"}}, ""},
		"a follower that has all and was told of more": {"a", []ReplicaState{leader, after("b", 9, 1, "")}, shardLog{servers: []string{"a"}}, ""},
		"a follower that lacks the newest":             {"a", []ReplicaState{leader, after("b", leader.Applied-1, 0, "")}, shardLog{}, "is 1 record behind"},
		"a follower that is behind and does not know":  {"a", []ReplicaState{leader, after("b", 4, 0, "")}, shardLog{}, "5 records behind"},
		"nobody leads":        {"", []ReplicaState{after("a", 9, 0, ""), after("b", 9, 0, "")}, shardLog{}, "nobody leads shard 0"},
		"not opened":          {"a", []ReplicaState{leader}, shardLog{}, "node b is to keep shard 0, and has not opened it"},
		"the log is not told": {"a", []ReplicaState{leader, after("b", 9, 0, "")}, shardLog{err: errors.New("no quorum")}, "the log of shard 0: no quorum"},
	} {
		t.Run(name, func(t *testing.T) {
			n := &Node{cluster: &table{leaders: []string{c.leader}}}
			s := &Status{Nodes: three()}
			v := n.shardStatus(s, 0, c.replicas, []string{"a", "b", "c"}, c.log)
			if len(v.Replicas) != 3 || !slices.ContainsFunc(v.Replicas, func(r ReplicaState) bool { return r.Node == "c" && r.Role == NotHeardOf }) {
				t.Errorf("replicas %+v, want three, of which c is not heard of", v.Replicas)
			}
			if said := strings.Join(s.Trouble, "; "); c.says == "" && said != "" || !strings.Contains(said, c.says) {
				t.Errorf("it says %q, want %q", said, c.says)
			}
		})
	}
}

// TestLogsOnTooFewServersAreTold, once the cluster has enough nodes.
func TestLogsOnTooFewServersAreTold(t *testing.T) {
	for nodes, told := range map[int]bool{1: false, 2: false, 3: true} {
		s := &Status{Nodes: three()[:nodes], Shards: []Shard{{Log: []string{"a"}}, {Log: []string{"a", "b", "c"}}}}
		s.countLogs()
		if said := len(s.Trouble) > 0; said != told {
			t.Errorf("of %d nodes: %v", nodes, s.Trouble)
		}
	}
}

// TestMovesThatMakeNoSense are refused before anything is changed.
func TestMovesThatMakeNoSense(t *testing.T) {
	n := &Node{cluster: &table{leaders: []string{"a", "a"}}}
	placed := map[int][]string{0: {"a", "b"}, 1: {"a"}}
	for name, c := range map[string]struct {
		shard    int
		from, to string
		says     string
	}{
		"no such shard":   {5, "a", "b", "there is no shard 5"},
		"below 0":         {-1, "a", "b", "there is no shard -1"},
		"nowhere":         {0, "", "", "nothing says where"},
		"to itself":       {0, "a", "a", "to itself"},
		"not kept there":  {0, "c", "b", "node c does not keep shard 0"},
		"the last one":    {1, "a", "", "node a alone keeps shard 1"},
		"one more":        {1, "", "b", ""},
		"one less":        {0, "b", "", ""},
		"the usual":       {1, "a", "b", ""},
		"again, half way": {0, "a", "b", ""},
	} {
		err := n.checkMove(placed, c.shard, c.from, c.to)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}

// TestWhoGetsAShard: of the nodes that do not keep it yet, the one that keeps the fewest.
func TestWhoGetsAShard(t *testing.T) {
	n := &Node{}
	n.seen.nodes = map[string]About{"a": {}, "b": {}, "c": {}, "d": {}}
	placed := map[int][]string{0: {"a", "b"}, 1: {"a", "c"}, 2: {"a", "b", "c"}}
	if to := n.heir(placed, 0, "a"); to != "d" {
		t.Errorf("shard 0 goes to %q, want d, which keeps nothing", to)
	}
	placed[0], placed[3] = []string{"a", "b", "d"}, []string{"d"}
	if to := n.heir(placed, 0, "a"); to != "c" {
		t.Errorf("shard 0 goes to %q, want c", to)
	}
	delete(n.seen.nodes, "c")
	if to := n.heir(placed, 0, "a"); to != "" {
		t.Errorf("shard 0 goes to %q, and nobody is left", to)
	}
}

// TestANameIsGivenOnce: an admitted machine has its name even before it has started.
func TestANameIsGivenOnce(t *testing.T) {
	m, err := member.Found(t.TempDir(), member.Founding{Name: "test", Shards: 1, Place: member.Place{Node: "a", Listen: "127.0.0.1:7747"}}, member2026)
	if err != nil {
		t.Fatal(err)
	}
	n := &Node{cfg: Config{Member: m, Log: quiet}, cluster: &table{leaders: []string{"a"}, members: map[string]string{"a": `{"listen":"127.0.0.1:7747"}`, "b": `{"listen":"127.0.0.1:7757"}`}}}
	for name, taken := range map[string]bool{"a": true, "b": true, "c": false} {
		if got := n.taken(name); got != taken {
			t.Errorf("%s is taken: %v, want %v", name, got, taken)
		}
	}
	if !n.taken("c") {
		t.Error("c was let in a moment ago, and another may be called so")
	}
	if got := n.addresses(); !slices.Equal(got, []string{"127.0.0.1:7747", "127.0.0.1:7757"}) {
		t.Errorf("addresses %v", got)
	}
	n.cluster.(*table).members = nil
	if _, err := n.look(t.Context()); err == nil || len(n.addresses()) != 2 {
		t.Errorf("without a majority: %v, %v", err, n.addresses())
	}
}

// TestUnknownNodesAreTheCallersMistake, unlike a cluster that does not answer.
func TestUnknownNodesAreTheCallersMistake(t *testing.T) {
	m, err := member.Found(t.TempDir(), member.Founding{Name: "test", Shards: 1, Place: member.Place{Node: "a", Listen: "127.0.0.1:7747"}}, member2026)
	if err != nil {
		t.Fatal(err)
	}
	n := &Node{cfg: Config{Member: m, Log: quiet}, cluster: &table{leaders: []string{"a"}, members: map[string]string{"a": "{}"}}}
	var e *engine.Error
	if err := n.checkMember(t.Context(), "z"); !errors.As(err, &e) || e.Kind != engine.KindInvalid {
		t.Errorf("%v, want a mistake of the caller", err)
	}
	n.cluster.(*table).members = nil
	if err := n.checkMember(t.Context(), "z"); !errors.As(err, &e) || e.Kind != engine.KindBusy {
		t.Errorf("%v, want that it is not known", err)
	}
}
