package dashboard

import (
	"context"
	"slices"
	"time"

	"asterism/engine"
	"asterism/engine/sched"
)

// Status is the live state that the page draws. Engine parts are absent while the engine is being opened.
type Status struct {
	Version string    `json:"version"`
	At      time.Time `json:"at"`
	Ready   bool      `json:"ready"`
	Doing   string    `json:"doing,omitempty"` // while it is being opened
	Change  string    `json:"change"`          // for [ChangeHeader]; empty: the page only reads
	// Limits of what can be written, in bytes, and for how many days a forgotten memory can be restored.
	Limits Limits  `json:"limits"`
	Device *Device `json:"device,omitempty"`
	Queue  *Queue  `json:"queue,omitempty"`
	Store  *Store  `json:"store,omitempty"`
	Spaces []Space `json:"spaces,omitempty"`
	// Cluster is only set on a node of a cluster.
	Cluster *Cluster `json:"cluster,omitempty"`
}

// Cluster is what a node knows about its cluster without asking the others.
type Cluster struct {
	Cluster    string        `json:"cluster"`
	Node       string        `json:"node"` // this one
	Shards     int           `json:"shards"`
	Leaderless int           `json:"leaderless"` // shards without a leader
	Keeps      int           `json:"keeps"`      // shards of which this node has a replica
	Behind     uint64        `json:"behind"`     // records, of its replica that is furthest behind
	Nodes      []ClusterNode `json:"nodes"`
}

// ClusterNode is a node as another one knows it.
type ClusterNode struct {
	Node   string `json:"node"`
	Listen string `json:"listen"`
	Leads  int    `json:"leads"` // shards
}

// Limits are the limits of what the page can write.
type Limits struct {
	Content     int `json:"content"`
	Rationale   int `json:"rationale"`
	RestoreDays int `json:"restore_days"`
}

// Device is the machine and its plan.
type Device struct {
	Runs    string   `json:"runs"` // "cpu", "cuda:0"
	Workers int      `json:"workers"`
	Found   []string `json:"found"`
	Why     []string `json:"why"`
}

// Queue is the length of the queues. Times are in milliseconds since the start.
type Queue struct {
	Passages  int     `json:"passages"`
	Questions int     `json:"questions"`
	Most      int     `json:"most"`
	CallP50   float64 `json:"call_p50_ms"`
	CallP99   float64 `json:"call_p99_ms"`
}

// Store is the size and state of the store.
type Store struct {
	Profile    string               `json:"profile"`
	Models     string               `json:"models"`
	Format     int                  `json:"format"`
	Live       int                  `json:"live"`
	DiskBytes  int64                `json:"disk_bytes"`
	LogBytes   int64                `json:"log_bytes"` // in addition to disk_bytes: written, but not in a sorted file yet
	Memory     int64                `json:"memory_bytes"`
	IndexBytes int64                `json:"index_bytes"`
	Indexed    int                  `json:"indexed"`
	Cold       int                  `json:"cold"`
	Namespaces map[string]Namespace `json:"namespaces"`
	// WritesRefused says why new memories cannot be stored, such as a nearly full disk; empty: they can. On a cluster node it is about the shards that the node leads.
	WritesRefused string `json:"writes_refused,omitempty"`
}

// Namespace counts memories.
type Namespace struct {
	Live      int `json:"live"`
	Forgotten int `json:"forgotten"`
}

// Space is what one embedder has done since the start. The page computes rates from differences.
type Space struct {
	Code      string  `json:"code"`
	Name      string  `json:"name"`
	About     string  `json:"about"`
	Backend   string  `json:"backend"`
	Rows      int64   `json:"rows"`
	Tokens    int64   `json:"tokens"`
	Batches   int64   `json:"batches"`
	Failed    int64   `json:"failed"`
	Queued    int     `json:"queued"`
	Demotions int     `json:"demotions"`
	Cause     string  `json:"cause,omitempty"` // of the last demotion
	BusyS     float64 `json:"busy_s"`
	BatchP50  float64 `json:"batch_p50_ms"`
	BatchP99  float64 `json:"batch_p99_ms"`
}

func (o *Options) status(ctx context.Context, g *guard) (*Status, error) {
	out := &Status{Version: o.Version, At: time.Now().UTC(), Limits: Limits{engine.MaxContentBytes, engine.MaxRationaleBytes, int(engine.RestoreWindow / (24 * time.Hour))}}
	if !g.readOnly {
		out.Change = g.secret
	}
	out.Ready, out.Doing = o.Ready()
	if o.Cluster != nil {
		out.Cluster = o.Cluster()
	}
	st, err := o.Status(ctx)
	if err != nil || st == nil {
		return out, err
	}
	out.Device = &Device{Runs: st.Plan.Device, Workers: st.Plan.Workers, Found: st.Hardware.Describe(), Why: slices.Concat(st.Plan.Reasons, st.OnGPU.Lines())}
	l := &st.Lanes
	out.Queue = &Queue{Passages: l.InWork - l.Questions, Questions: l.Questions, Most: l.Cap, CallP50: ms(l.CallP50), CallP99: ms(l.CallP99)}
	out.Store = storeFrom(st)
	for i := range l.Lanes {
		out.Spaces = append(out.Spaces, spaceFrom(&l.Lanes[i]))
	}
	return out, nil
}

func storeFrom(st *engine.Status) *Store {
	i := &st.Store
	v := &Store{Profile: st.Profile, Models: st.Models, Format: i.Format, Live: i.Live(), DiskBytes: i.DiskBytes, LogBytes: i.LogBytes, Memory: i.CacheBytes + i.MemBytes,
		IndexBytes: st.IndexMem, Indexed: st.Indexed, Cold: st.Cold, Namespaces: map[string]Namespace{}, WritesRefused: i.Refuses}
	for name, n := range i.Namespaces {
		v.Namespaces[name] = Namespace{n.Live, n.Forgotten}
	}
	return v
}

func spaceFrom(l *sched.LaneStats) Space {
	info := l.Space.Info()
	return Space{Code: l.Space.Code(), Name: info.Name, About: info.About, Backend: l.Backend, Rows: l.Rows, Tokens: l.Tokens, Batches: l.Batches, Failed: l.Failed,
		Queued: l.Queued, Demotions: l.Demotions, Cause: l.Cause, BusyS: l.Busy.Seconds(), BatchP50: ms(l.BatchP50), BatchP99: ms(l.BatchP99)}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
