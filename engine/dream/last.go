package dream

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"

	"asterism/engine/store"
)

// Last is the state that a namespace keeps of its last dream, as JSON.
type Last struct {
	Version    int       `json:"v"` // lastVersion
	Ended      time.Time `json:"ended"`
	NearCopies int       `json:"near_copies"` // −1: it did not look
	Seen       Versions  `json:"versions"`    // of the memories that it saw, as it left them
}

const lastVersion = 1

// Versions is a hash over the memories of a namespace and their versions, in any order. It changes when any memory is
// stored, changed, forgotten or restored, and does not depend on a clock. 0: none.
type Versions uint64

// VersionsOf is what one memory adds to the hash; who changes a memory subtracts its old part.
func VersionsOf(id store.ID, version uint64) Versions {
	h := fnv.New64a()
	_, _ = h.Write(binary.BigEndian.AppendUint64(id[:], version)) // never fails
	return Versions(h.Sum64())
}

// LastKey is the key of a namespace's last dream on the shelf of state.
func LastKey(namespace string) []byte { return []byte("dream\x00" + namespace) }

// Entry is what writes it down.
func (k *Last) Entry(namespace string) store.Entry {
	k.Version = lastVersion
	b, _ := json.Marshal(k) // cannot fail: numbers and times
	return store.Entry{Shelf: store.ShelfState, Key: LastKey(namespace), Value: b}
}

// ParseLast reads what Entry wrote.
func ParseLast(b []byte) (*Last, error) {
	k := &Last{}
	if err := json.Unmarshal(b, k); err != nil {
		return nil, fmt.Errorf("%w: last dream: %w", store.ErrDamaged, err)
	}
	if k.Version != lastVersion {
		return nil, fmt.Errorf("%w: last dream has version %d, this program knows %d", store.ErrNewer, k.Version, lastVersion)
	}
	return k, nil
}
