package node

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/cluster"
	"asterism/engine/device"
	"asterism/engine/store/rocks"
)

// filesAreShared checks that the store of a shard has its share of the open files, as RocksDB reports it.
func (f *fleet) filesAreShared(t *testing.T) {
	t.Helper()
	want := fmt.Sprintf("max_open_files=%d\n", rocks.OpenFilesEach(device.Descriptors(), shards))
	for name, n := range f.nodes {
		files, err := filepath.Glob(filepath.Join(cluster.ShardDir(n.data, 0), "OPTIONS-*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("node %s: no options, %v", name, err)
		}
		said, err := os.ReadFile(files[len(files)-1])
		if err != nil || !strings.Contains(string(said), want) {
			t.Errorf("node %s does not say %q, %v", name, want, err)
		}
	}
}
