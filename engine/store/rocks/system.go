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

// formatVersion is the version of the layout as a whole: which families exist, and what their keys are. Values have
// separate versions.
const formatVersion = 6

// Keys of the system family. Those that end in a slash are followed by a number, a namespace or an id.
const (
	keyFormat  = "format"
	keyBinding = "binding"
	keyModels  = "models/"
	keyCount   = "count/"
	keyScrub   = "scrub/"
	keySides   = "sides"
	keyRenewal = "renewal"
	keyPlace   = "place"
)

// formatFile tells people, and this program before it opens RocksDB, what the directory is. It is written first, so a
// directory with a database but without this file is not ours.
const formatFile = "FORMAT"

const formatText = "asterism store, format %d\n"

// currentFile is the file of RocksDB that names its list of files. If it is missing, RocksDB creates an empty database, and deletes the files of the old one.
const currentFile = "CURRENT"

// checkNew checks that a folder without that file has no memories either: a partly copied or damaged store must not be taken for a new one.
func checkNew(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, currentFile)); !errors.Is(err, os.ErrNotExist) {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // opening it will report the problem
	}
	for _, e := range entries {
		name := strings.TrimLeft(e.Name(), "0123456789")
		if len(name) < len(e.Name()) && (name == ".sst" || name == ".log" || name == ".blob") {
			return fmt.Errorf("%w: it has %s, and no file %s, without which RocksDB would empty it: nothing was changed", store.ErrDamaged, e.Name(), currentFile)
		}
	}
	return nil
}

// Find reports whether a folder contains a store, or parts of one; if not, the error wraps [os.ErrNotExist]. [Open] would create an empty store there.
func Find(dir string) error {
	_, err := os.Stat(filepath.Join(dir, formatFile))
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(dir, currentFile)); err == nil {
			return nil // opening it will report the problem
		}
	}
	return err
}

// checkFormatFile reads the file, or writes it into a directory that contains no database yet. It returns the version in
// the file.
func checkFormatFile(dir string, readOnly bool) (version int, err error) {
	text, err := os.ReadFile(filepath.Join(dir, formatFile))
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(dir, currentFile)); err == nil {
			return 0, fmt.Errorf("%w: it holds a database but no file %s: it is another program's, or the file was lost: give another --data directory, or put a backup in its place", store.ErrDamaged, formatFile)
		}
		if readOnly {
			return 0, fmt.Errorf("no store is there: %w", err)
		}
		return formatVersion, writeFormatFile(dir)
	}
	if err != nil {
		return 0, err
	}
	if _, err := fmt.Sscanf(strings.TrimSpace(string(text))+"\n", formatText, &version); err != nil {
		return 0, fmt.Errorf("%w: file %s says %.60q", store.ErrDamaged, formatFile, text)
	}
	if version < formatVersion && readOnly {
		return 0, fmt.Errorf("it has format %d, and reading while another process owns the store needs format %d: open it once for writing, as any command does when nothing else has it open", version, formatVersion)
	}
	return version, checkFormat(version)
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

// bindFormat checks the version inside the database, writes it into a new one, and upgrades an old one; inFile is the
// version in the file.
func (s *Store) bindFormat(inFile int) error {
	var version int
	err := s.value(famSystem, []byte(keyFormat), func(r *reader) { version = int(r.U32()) })
	switch {
	case errors.Is(err, errNoKey) && !s.readOnly:
		err = s.d.put(famSystem, []byte(keyFormat), formatValue())
	case err == nil:
		if err = checkFormat(version); err == nil && version < formatVersion {
			err = s.upgrade(version)
		}
	}
	if err == nil && inFile < formatVersion {
		err = writeFormatFile(s.dir)
	}
	return err
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
	r := fieldsOf(body)
	fn(r)
	return r.End()
}

// modelsKey is the key of the model set with the given number.
func modelsKey(n uint32) []byte { return binary.BigEndian.AppendUint32([]byte(keyModels), n) }
