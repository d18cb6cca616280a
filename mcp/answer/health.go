package answer

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/sched"
)

// StoreHealth is what the store holds.
type StoreHealth struct {
	Memories    int    `json:"memories"` // live, of the namespace
	Forgotten   int    `json:"forgotten"`
	AllMemories int    `json:"all_memories"` // live, of all namespaces
	Namespaces  int    `json:"namespaces"`
	DiskBytes   int64  `json:"disk_bytes"`
	CacheBytes  int64  `json:"cache_bytes"`
	IndexBytes  int64  `json:"index_bytes"` // memory that search takes
	OnDiskOnly  int    `json:"vectors_on_disk_only"`
	Profile     string `json:"profile"`
	// WritesRefused is why what adds something cannot be stored now, as on a nearly full disk; empty: it can.
	WritesRefused string `json:"writes_refused,omitempty"`
}

// DeviceHealth is what embeds.
type DeviceHealth struct {
	Workers  int      `json:"workers"`
	Backends []string `json:"backends"`
	Runs     []string `json:"runs"`               // which spaces each of them has now
	Demoted  []string `json:"demoted"`            // spaces whose backend was given up, since when and why
	OnTrial  []string `json:"on_trial,omitempty"` // spaces that go to a GPU when it has been compared with the processor
	Searches []string `json:"searches,omitempty"` // where the index is searched: what of it is on a GPU, and what is not and why
}

// QueueHealth is how busy the embedders are.
type QueueHealth struct {
	InWork    int     `json:"in_work"`
	Capacity  int     `json:"capacity"`
	Questions int     `json:"questions"` // of those in work
	Failed    int64   `json:"failed_rows"`
	CallP50Ms float64 `json:"call_p50_ms"`
	CallP99Ms float64 `json:"call_p99_ms"`
}

// HealthFrom splits a state into those of the store, as a namespace sees it, of what embeds, and of the queue.
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
