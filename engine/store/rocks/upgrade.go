package rocks

import (
	"fmt"
	"path/filepath"

	"asterism/engine/store"
)

// upgradeBatch is the number of entries in one write of an upgrade.
const upgradeBatch = 4096

// upgrade converts an older store to this program's format. Format 1 has no list of the forgotten memories, which upgrade creates; formats 2 and 3 lack only families, format 4 a
// header version and a kind of links, and format 5 two kinds of links. Opening creates the families. The new version is written last, so that an interrupted upgrade starts again;
// an older program refuses the store as soon as it has an unknown family. An upgrade cannot be undone, so it is logged as a warning, once: the next opening finds nothing to
// upgrade.
func (s *Store) upgrade(version int) error {
	if version < 2 {
		if err := s.listAllForgotten(); err != nil {
			return fmt.Errorf("upgrade store from format %d to %d: %w", version, formatVersion, err)
		}
	}
	if err := s.d.put(famSystem, []byte(keyFormat), formatValue()); err != nil {
		return fmt.Errorf("upgrade store from format %d to %d: %w", version, formatVersion, err)
	}
	s.log.Warn(fmt.Sprintf("store raised from format %d to %d; older programs cannot open it any more. To go back to one, use a backup or copy that was made before", version, formatVersion), "store", s.dir)
	return nil
}

// listAllForgotten reads every header once.
func (s *Store) listAllForgotten() error {
	v := s.d.scanSnapshot()
	defer v.close()
	list := newStage(v, nil)
	write := func() error {
		ops := list.ops
		list.ops = nil
		return s.d.apply(ops)
	}
	err := v.each(famMemories, nil, nil, false, func(key, value []byte) (bool, error) {
		if len(key) != idBytes {
			return false, inKey(famMemories, key, fmt.Errorf("%w: key has %d bytes, want %d", store.ErrDamaged, len(key), idBytes))
		}
		h, err := parseHeader(store.ID(key), value)
		if err != nil {
			return false, inKey(famMemories, key, err)
		}
		if list.listForgotten(h); len(list.ops) == upgradeBatch {
			return true, write()
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	return write()
}

// formatValue is the stored value of the format.
func formatValue() []byte {
	w := writeTo([]byte{recordVersion})
	w.U32(formatVersion)
	return seal(w.B, 0)
}

// writeFormatFile writes this program's format into the file.
func writeFormatFile(dir string) error {
	return replaceFile(filepath.Join(dir, formatFile), fmt.Appendf(nil, formatText, formatVersion))
}
