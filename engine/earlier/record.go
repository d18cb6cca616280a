package earlier

import (
	"encoding/json"
	"fmt"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// Limits of the stored earlier versions of a memory. The newest of them is stored whatever its size.
const (
	MaxVersions = 20
	MaxBytes    = 1 << 20 // of texts and rationales together
)

const recordVersion = 1

// Version is the text of one version of a memory.
type Version struct {
	Version   uint64    `json:"version"`
	Content   string    `json:"content"`
	Rationale string    `json:"rationale"`
	Until     time.Time `json:"until"` // when it was changed
}

func (v *Version) bytes() int { return len(v.Content) + len(v.Rationale) }

// record is the stored form of a memory's earlier texts, the oldest version first.
type record struct {
	V        int       `json:"v"`
	Versions []Version `json:"versions"`
}

// with returns the record with one more version, and without those beyond the limits. If the version is there already it is replaced: its change did not happen.
func (r *record) with(v Version) *record {
	out := &record{V: recordVersion}
	for _, old := range r.Versions {
		if old.Version < v.Version {
			out.Versions = append(out.Versions, old)
		}
	}
	out.Versions = append(out.Versions, v)
	from, bytes := len(out.Versions)-1, v.bytes()
	for from > 0 && len(out.Versions)-from < MaxVersions {
		if bytes += out.Versions[from-1].bytes(); bytes > MaxBytes {
			break
		}
		from--
	}
	out.Versions = out.Versions[from:]
	return out
}

// prefix starts the keys on [store.ShelfUndo]; the memory's id follows, 16 bytes. No other package's keys start with it.
const prefix = "text\x00"

func key(id store.ID) []byte { return append([]byte(prefix), id[:]...) }

// Forgetting returns the entry that removes all earlier versions of a memory; it is written before the memory is purged.
func Forgetting(id store.ID) store.Entry { return store.Entry{Shelf: store.ShelfUndo, Key: key(id)} }

func (r *record) entry(id store.ID) store.Entry {
	b, _ := json.Marshal(r) // cannot fail: numbers, texts and times
	return store.Entry{Shelf: store.ShelfUndo, Key: key(id), Value: b}
}

// parse decodes an entry.
func parse(key, value []byte) (id store.ID, r *record, err error) {
	if id, err = uuid.FromBytes(key[min(len(prefix), len(key)):]); err != nil {
		return id, nil, fmt.Errorf("%w: earlier texts of a memory have key %q", store.ErrDamaged, key)
	}
	r = &record{}
	if err := json.Unmarshal(value, r); err != nil {
		return id, nil, fmt.Errorf("%w: earlier texts of memory %s: %w", store.ErrDamaged, id, err)
	}
	if r.V != recordVersion {
		return id, nil, fmt.Errorf("%w: earlier texts of memory %s have version %d, this program knows %d", store.ErrNewer, id, r.V, recordVersion)
	}
	for i := range r.Versions {
		if i > 0 && r.Versions[i].Version <= r.Versions[i-1].Version {
			return id, nil, fmt.Errorf("%w: earlier texts of memory %s: version %d follows %d", store.ErrDamaged, id, r.Versions[i].Version, r.Versions[i-1].Version)
		}
	}
	return id, r, nil
}
