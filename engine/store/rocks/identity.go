package rocks

import (
	"fmt"
	"os"
	"path/filepath"
)

// identityFile is written by RocksDB when it creates a store: a UUID that moves with the folder.
const identityFile = "IDENTITY"

// Identity implements [store.Upkeep].
func (s *Store) Identity() ([]byte, error) {
	identity, err := os.ReadFile(filepath.Join(s.dir, identityFile))
	if err != nil {
		return nil, fmt.Errorf("read identity of the store: %w", err)
	}
	return identity, nil
}
