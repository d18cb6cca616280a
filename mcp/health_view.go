package mcp

import "asterism/engine"

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
}

// DeviceHealth is what embeds.
type DeviceHealth struct {
	Workers  int      `json:"workers"`
	Backends []string `json:"backends"`
	Demoted  []string `json:"demoted"` // spaces whose backend was given up, and why
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

func healthFrom(s *engine.Status, namespace string) (*StoreHealth, *DeviceHealth, *QueueHealth) {
	i := &s.Store
	store := &StoreHealth{
		Memories: i.Namespaces[namespace].Live, Forgotten: i.Namespaces[namespace].Forgotten, AllMemories: i.Live(), Namespaces: len(i.Namespaces),
		DiskBytes: i.DiskBytes, CacheBytes: i.CacheBytes + i.MemBytes, IndexBytes: s.IndexMem, OnDiskOnly: s.Cold, Profile: s.Profile,
	}
	l := &s.Lanes
	queue := &QueueHealth{InWork: l.InWork, Capacity: l.Cap, Questions: l.Questions, CallP50Ms: ms(l.CallP50), CallP99Ms: ms(l.CallP99)}
	device := &DeviceHealth{Workers: l.Workers, Backends: []string{}, Demoted: []string{}}
	seen := map[string]bool{}
	for _, lane := range l.Lanes {
		queue.Failed += lane.Failed
		if !seen[lane.Backend] {
			seen[lane.Backend] = true
			device.Backends = append(device.Backends, lane.Backend)
		}
		if lane.Demotions > 0 {
			device.Demoted = append(device.Demoted, lane.Space.String()+": "+lane.Cause)
		}
	}
	return store, device, queue
}
