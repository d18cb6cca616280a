package dream

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"

	"asterism/engine/store"
)

// Last is what stays of a namespace's last dream, as JSON.
type Last struct {
	Version    int       `json:"v"` // lastVersion
	Ended      time.Time `json:"ended"`
	NearCopies int       `json:"near_copies"` // −1: it did not look
	Seen       Versions  `json:"versions"`    // of the memories that it saw, as it left them
}

const lastVersion = 1

// Versions is a number of the memories that a namespace holds and of their versions, whatever their order: another one when any was stored, changed, forgotten or restored.
// No clock has a part in it. 0: none.
type Versions uint64

// VersionsOf is what one memory adds to the number; who changes one takes the old part away.
func VersionsOf(id store.ID, version uint64) Versions {
	h := fnv.New64a()
	_, _ = h.Write(binary.BigEndian.AppendUint64(id[:], version)) // never fails
	return Versions(h.Sum64())
}

// LastKey is where a namespace's last dream stands on the shelf of state.
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
