package rocks

import (
	"context"
	"fmt"

	"asterism/engine/store"
	"asterism/models"
)

const (
	// renewedBytes is about the size of a memory's entry in the family renewed, with its key and its share of an index.
	renewedBytes = 128
	// rewrittenBytes is about the space that rewriting a header takes until the old one is merged away.
	rewrittenBytes = 512
)

// RenewalRoom returns how much disk space the renewal of the spaces needs: the current size of their values plus a quarter, because the new
// ones can be larger (other tokens, more terms) and are merged while they arrive, minus what is stored already.
func (s *Store) RenewalRoom(ctx context.Context, spaces models.Set) (store.RenewalRoom, error) {
	info, err := s.Info(ctx)
	if err != nil {
		return store.RenewalRoom{}, fmt.Errorf("ask for the room of a renewal: %w", err)
	}
	if err := s.gate.enter(); err != nil {
		return store.RenewalRoom{}, err
	}
	defer s.gate.leave()
	var old, made int64
	for _, space := range (spaces & keptSpaces).Spaces() {
		old += s.d.bytes(s.d.layout.serving(space))
		if s.d.layout.activeRenewal() != nil {
			made += s.d.bytes(s.d.layout.inactive(space))
		}
	}
	memories := int64(0)
	for _, n := range info.Namespaces {
		memories += int64(n.Live + n.Forgotten)
	}
	out := store.RenewalRoom{Need: max(0, old+old/4-made) + memories*(renewedBytes+rewrittenBytes) + int64(s.space.reserve)}
	free, ok := FreeSpace(s.dir)
	out.Free, out.Known = int64(free), ok
	return out, nil
}

// bytes is the size of a family: its sorted files and the buffered writes.
func (d *database) bytes(f family) (sum int64) {
	for _, property := range []string{"rocksdb.total-sst-files-size", "rocksdb.cur-size-all-mem-tables"} {
		n, _ := d.db.GetIntPropertyCF(property, d.handles[f])
		sum += int64(n)
	}
	return sum
}
