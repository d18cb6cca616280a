package client

// replica is what the _meta of an answer says of the node of a cluster that read it from what it keeps.
type replica struct {
	Node   string            `json:"asterism/node"`
	Behind map[string]uint64 `json:"asterism/behind"` // writes that are not applied yet, by shard
}

// ShowLate has fn told when an answer was read by a node of a cluster that has not applied all writes yet, and how many those are.
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
