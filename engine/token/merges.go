package token

// mergeTable maps two neighbouring ids to the rank of their merge, and a rank to the
// resulting id.
type mergeTable struct {
	slots  []mergeSlot // open addressing, at most half full
	result []int32     // by rank
}

// mergeSlot is free while rank is noMerge.
type mergeSlot struct {
	pair uint64
	rank uint32
}

func newMergeTable(merges int) *mergeTable {
	size := 2
	for size < 2*merges {
		size *= 2
	}
	t := &mergeTable{slots: make([]mergeSlot, size), result: make([]int32, 0, merges)}
	for i := range t.slots {
		t.slots[i].rank = noMerge
	}
	return t
}

// add appends a merge; the last rank of a repeated pair counts.
func (t *mergeTable) add(left, right, result int32) {
	slot := t.slot(pairKey(left, right))
	*slot = mergeSlot{pairKey(left, right), uint32(len(t.result))}
	t.result = append(t.result, result)
}

func (t *mergeTable) rank(left, right int32) uint32 { return t.slot(pairKey(left, right)).rank }

func pairKey(left, right int32) uint64 { return uint64(uint32(left))<<32 | uint64(uint32(right)) }

func (t *mergeTable) slot(pair uint64) *mergeSlot {
	last := uint64(len(t.slots) - 1)
	at := spread(pair) & last
	for t.slots[at].rank != noMerge && t.slots[at].pair != pair {
		at = (at + 1) & last
	}
	return &t.slots[at]
}
