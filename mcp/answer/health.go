package answer

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/sched"
)

// StoreHealth is the size and state of the store.
type StoreHealth struct {
	Memories    int    `json:"memories"` // live, of the namespace
	Forgotten   int    `json:"forgotten"`
	AllMemories int    `json:"all_memories"` // live, of all namespaces
	Namespaces  int    `json:"namespaces"`
	DiskBytes   int64  `json:"disk_bytes"`
	CacheBytes  int64  `json:"cache_bytes"`
	IndexBytes  int64  `json:"index_bytes"` // memory of the search index
	OnDiskOnly  int    `json:"vectors_on_disk_only"`
	Profile     string `json:"profile"`
	// WritesRefused says why new memories cannot be stored now, such as a nearly full disk; empty: they can.
	WritesRefused string `json:"writes_refused,omitempty"`
}

// DeviceHealth describes the embedders' devices.
type DeviceHealth struct {
	Workers  int      `json:"workers"`
	Backends []string `json:"backends"`
	Runs     []string `json:"runs"`               // the spaces that each backend runs now
	Demoted  []string `json:"demoted"`            // spaces whose backend was given up, with time and reason
	OnTrial  []string `json:"on_trial,omitempty"` // spaces that move to a GPU after a comparison with the processor
	Searches []string `json:"searches,omitempty"` // where searches run: which parts of the index are on a GPU, and why others are not
}

// QueueHealth is the load of the embedders.
type QueueHealth struct {
	InWork    int     `json:"in_work"`
	Capacity  int     `json:"capacity"`
	Questions int     `json:"questions"` // of those in work
	Failed    int64   `json:"failed_rows"`
	CallP50Ms float64 `json:"call_p50_ms"`
	CallP99Ms float64 `json:"call_p99_ms"`
}

// HealthFrom splits a status into those of the store, as a namespace sees it, of the devices, and of the queue.
func HealthFrom(s *engine.Status, namespace string) (*StoreHealth, *DeviceHealth, *QueueHealth) {
	i := &s.Store
	store := &StoreHealth{
		Memories: i.Namespaces[namespace].Live, Forgotten: i.Namespaces[namespace].Forgotten, AllMemories: i.Live(), Namespaces: len(i.Namespaces),
		DiskBytes: i.DiskBytes, CacheBytes: i.CacheBytes + i.MemBytes, IndexBytes: s.IndexMem, OnDiskOnly: s.Cold, Profile: s.Profile, WritesRefused: i.Refuses,
	}
	l := &s.Lanes
	queue := &QueueHealth{InWork: l.InWork, Capacity: l.Cap, Questions: l.Questions, CallP50Ms: ms(l.CallP50), CallP99Ms: ms(l.CallP99)}
	device := deviceFrom(l)
	device.Searches = s.OnGPU.Lines()
	for _, lane := range l.Lanes {
		queue.Failed += lane.Failed
	}
	return store, device, queue
}

func deviceFrom(s *sched.Stats) *DeviceHealth {
	v := &DeviceHealth{Workers: s.Workers, Backends: []string{}, Runs: []string{}, Demoted: []string{}}
	codes := map[string][]string{}
	for _, lane := range s.Lanes {
		if codes[lane.Backend] == nil {
			v.Backends = append(v.Backends, lane.Backend)
		}
		codes[lane.Backend] = append(codes[lane.Backend], lane.Space.Code())
		if lane.Demotions > 0 {
			v.Demoted = append(v.Demoted, fmt.Sprintf("%s since %s: %s", lane.Space, lane.Since.UTC().Format(time.RFC3339), lane.Cause))
		}
		if lane.OnTrial {
			v.OnTrial = append(v.OnTrial, lane.Space.Code())
		}
	}
	for _, b := range v.Backends {
		v.Runs = append(v.Runs, strings.Join(codes[b], " ")+" by "+b)
	}
	return v
}
