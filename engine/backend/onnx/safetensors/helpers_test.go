package safetensors

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// file puts a header in front of values.
func file(header string, values []byte) []byte {
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(out, header...), values...)
}

// folder writes files and returns their folder.
func folder(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
