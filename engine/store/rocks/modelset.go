package rocks

import (
	"encoding/binary"
	"fmt"
	"sync"

	"asterism/engine/store"
	"asterism/models"
)

// modelSet says which models embedded a memory. Nearly all memories of a store share one, so headers contain only its
// number.
type modelSet struct {
	profile string
	hashes  [models.Count][32]byte
}

func (m *modelSet) append(dst []byte) []byte {
	start := len(dst)
	w := writeTo(append(dst, recordVersion))
	m.write(w)
	return seal(w.B, start)
}

func (m *modelSet) write(w *writer) {
	w.U8(models.Count)
	for i := range m.hashes {
		w.Raw(m.hashes[i][:])
	}
	w.Text(m.profile)
}

func (m *modelSet) read(r *reader) {
	if n := r.U8(); n != models.Count && r.Err == nil {
		r.Err = fmt.Errorf("%w: model hashes of %d spaces, want %d", store.ErrDamaged, n, models.Count)
	}
	for i := range m.hashes {
		copy(m.hashes[i][:], r.Fixed(hashBytes))
	}
	m.profile = r.Text()
}

// modelSets is the table of the model sets in the store. Sets are added and never changed.
type modelSets struct {
	mu      sync.RWMutex
	numbers map[modelSet]uint32
	sets    map[uint32]*modelSet
}

// load reads the table.
func (t *modelSets) load(v *view) error {
	t.numbers, t.sets = map[modelSet]uint32{}, map[uint32]*modelSet{}
	return v.each(famSystem, []byte(keyModels), successor([]byte(keyModels)), false, func(key, value []byte) (bool, error) {
		if len(key) != len(keyModels)+4 {
			return false, inKey(famSystem, key, fmt.Errorf("%w: key has the wrong length", store.ErrDamaged))
		}
		set := &modelSet{}
		if err := readValue(value, set.read); err != nil {
			return false, inKey(famSystem, key, err)
		}
		n := binary.BigEndian.Uint32(key[len(keyModels):])
		t.numbers[*set], t.sets[n] = n, set
		return true, nil
	})
}

// number returns the set's number. It writes a new set, synced, before a memory can refer to it.
func (t *modelSets) number(set *modelSet, d *database) (uint32, error) {
	t.mu.RLock()
	n, ok := t.numbers[*set]
	t.mu.RUnlock()
	if ok {
		return n, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n, ok := t.numbers[*set]; ok {
		return n, nil
	}
	n = uint32(len(t.sets))
	if err := d.put(famSystem, modelsKey(n), set.append(nil)); err != nil {
		return 0, fmt.Errorf("store model hashes: %w", err)
	}
	kept := *set
	t.numbers[kept], t.sets[n] = n, &kept
	return n, nil
}

// fill sets the profile and the model hashes of a memory that was read.
func (t *modelSets) fill(h *header) error {
	t.mu.RLock()
	set, ok := t.sets[h.modelSet]
	t.mu.RUnlock()
	if !ok {
		return fmt.Errorf("%w: header names model set %d, which does not exist", store.ErrDamaged, h.modelSet)
	}
	h.Profile, h.ModelHashes = set.profile, set.hashes
	return nil
}
