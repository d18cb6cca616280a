package hub

import (
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// writeFile writes a file next to the place and renames it, so that a reader sees all or nothing, also across a power cut.
func writeFile(path string, data []byte) error {
	err := renameio.WriteFile(path, data, 0o644, renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(0o644))
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes the names in a folder outlive a power cut.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
