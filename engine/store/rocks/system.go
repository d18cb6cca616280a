package rocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"asterism/engine/store"
)

// formatVersion is the version of the layout as a whole: which families there are, and what their keys are. Values carry
// versions of their own.
const formatVersion = 1

// Keys of the system family. Those that end in a slash are followed by a number or a namespace.
const (
	keyFormat  = "format"
	keyBinding = "binding"
	keyModels  = "models/"
	keyCount   = "count/"
)

// formatFile says before RocksDB is opened, and to a person, what the directory is. It is written first, so that a directory
// with a database but without it is not ours.
const formatFile = "FORMAT"

const formatText = "asterism store, format %d\n"

// checkFormatFile reads the file, or writes it into a directory that holds no database yet.
func checkFormatFile(dir string, readOnly bool) error {
	path := filepath.Join(dir, formatFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(dir, "CURRENT")); err == nil {
			return fmt.Errorf("%w: it holds a database but no file %s: it is another program's, give another --data directory", store.ErrDamaged, formatFile)
		}
		if readOnly {
			return fmt.Errorf("no store is there: %w", err)
		}
		return replaceFile(path, fmt.Appendf(nil, formatText, formatVersion))
	}
	if err != nil {
		return err
	}
	var version int
	if _, err := fmt.Sscanf(strings.TrimSpace(string(text))+"\n", formatText, &version); err != nil {
		return fmt.Errorf("%w: file %s says %.60q", store.ErrDamaged, formatFile, text)
	}
	return checkFormat(version)
}

func checkFormat(version int) error {
	if version > formatVersion {
		return fmt.Errorf("%w: format %d, this program reads up to %d: use the program that wrote it, or give another --data directory", store.ErrNewer, version, formatVersion)
	}
	if version < 1 {
		return fmt.Errorf("%w: format %d does not exist", store.ErrDamaged, version)
	}
	return nil
}

// bindFormat checks the version inside of the database, or writes it into a new one.
func (s *Store) bindFormat() error {
	var version int
	err := s.value(famSystem, []byte(keyFormat), func(r *reader) { version = int(r.u32()) })
	if errors.Is(err, errNoKey) && !s.readOnly {
		w := &writer{b: []byte{recordVersion}}
		w.u32(formatVersion)
		return s.d.put(famSystem, []byte(keyFormat), seal(w.b, 0))
	}
	if err != nil {
		return err
	}
	return checkFormat(version)
}

// value reads one of this package's own values.
func (s *Store) value(f family, key []byte, fn func(r *reader)) error {
	v := s.d.view()
	defer v.close()
	err := v.get(f, key, func(value []byte) error { return readValue(value, fn) })
	if errors.Is(err, errNoKey) {
		return err
	}
	return inKey(f, key, err)
}

func readValue(value []byte, fn func(r *reader)) error {
	body, err := unseal(value)
	if err != nil {
		return err
	}
	r := &reader{b: body}
	fn(r)
	return r.end()
}

// modelsKey is where the model set with the given number is kept.
func modelsKey(n uint32) []byte { return binary.BigEndian.AppendUint32([]byte(keyModels), n) }
