package earlier

import (
	"encoding/json"
	"fmt"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// How much is kept of one memory: the newest of its earlier versions. The newest is kept however long it is.
const (
	MaxVersions = 20
	MaxBytes    = 1 << 20 // of texts and reasons together
)

const recordVersion = 1

// Version is what a memory said in one of its versions.
type Version struct {
	Version   uint64    `json:"version"`
	Content   string    `json:"content"`
	Rationale string    `json:"rationale"`
	Until     time.Time `json:"until"` // when it was changed
}

func (v *Version) bytes() int { return len(v.Content) + len(v.Rationale) }

// record is what is kept of one memory, the oldest version first.
type record struct {
	V        int       `json:"v"`
	Versions []Version `json:"versions"`
}

// with is the record with a version more, and without what is beyond the bounds. The same version once more takes the place of the one before: its change did not come true.
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

// prefix begins the keys on [store.ShelfUndo]; the memory's id follows, 16 bytes. No other package's keys begin with it.
const prefix = "text\x00"

func key(id store.ID) []byte { return append([]byte(prefix), id[:]...) }

// Forgetting is what removes all earlier versions of a memory; it is put before the memory goes.
func Forgetting(id store.ID) store.Entry { return store.Entry{Shelf: store.ShelfUndo, Key: key(id)} }

func (r *record) entry(id store.ID) store.Entry {
	b, _ := json.Marshal(r) // cannot fail: numbers, texts and times
	return store.Entry{Shelf: store.ShelfUndo, Key: key(id), Value: b}
}

// parse reads an entry.
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
			return id, nil, fmt.Errorf("%w: earlier texts of memory %s: version %d stands behind %d", store.ErrDamaged, id, r.Versions[i].Version, r.Versions[i-1].Version)
		}
	}
	return id, r, nil
}
