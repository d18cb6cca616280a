package client

// replica is the part of an answer's _meta from a cluster node that answered from its own replicas.
type replica struct {
	Node   string            `json:"asterism/node"`
	Behind map[string]uint64 `json:"asterism/behind"` // writes that are not applied yet, by shard
}

// ShowLate sets a function that is called when a node has answered that has not applied all writes yet, with the number of missing writes.
func (r *Memory) ShowLate(fn func(node string, writes uint64)) { r.late = fn }

func (r *Memory) tellLate(from *replica) {
	var writes uint64
	for _, n := range from.Behind {
		writes += n
	}
	if r.late != nil && writes > 0 {
		r.late(from.Node, writes)
	}
}
