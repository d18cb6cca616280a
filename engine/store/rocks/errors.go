package rocks

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"asterism/engine/store"
)

// rocksError maps an error of RocksDB to an error of the contract where there is one. RocksDB's C interface
// distinguishes errors only by text.
func rocksError(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	switch {
	case errors.Is(err, store.ErrNoSpace), errors.Is(err, store.ErrReadOnly), errors.Is(err, store.ErrForbidden), errors.Is(err, store.ErrLocked), errors.Is(err, store.ErrDamaged), strings.Contains(text, manyFiles):
		return err // it is mapped already
	case strings.Contains(text, "No space left") || strings.Contains(text, "NoSpace") || strings.Contains(text, "Disk quota"):
		return fmt.Errorf("%w: %w", store.ErrNoSpace, err)
	case strings.Contains(text, "Permission denied") && (strings.Contains(text, "sequentially reading") || strings.Contains(text, "random read")): // opening read-only would fail in the same way
		return fmt.Errorf("%w: %w", store.ErrForbidden, err)
	case errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EPERM) || strings.Contains(text, "Read-only file system") || strings.Contains(text, "Permission denied"):
		return fmt.Errorf("%w: %w", store.ErrReadOnly, err)
	case strings.Contains(text, "While lock file") || strings.Contains(text, "lock hold by current process"):
		return fmt.Errorf("%w: %w", store.ErrLocked, err)
	case strings.Contains(text, "Too many open files"):
		return fmt.Errorf("%w: "+manyFiles, err)
	case strings.HasPrefix(text, "Corruption"):
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	return err
}

const manyFiles = "this process may have no more files and connections open (ulimit -n)"

// inKey adds the name of the record to an error.
func inKey(f family, key []byte, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("read family %s, key %x: %w", f, key, err)
}
