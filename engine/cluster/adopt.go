package cluster

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/uuid"
)

// Adopt rewrites the ownership file of a folder with another node's shards: they then belong to the given node of the given cluster. Call it before [Refound], which makes that
// cluster from the folder.
func Adopt(dir, cluster, node string) error {
	text, err := os.ReadFile(whoseFile(dir))
	if err != nil {
		return fmt.Errorf("read whose shards they are: %w", err)
	}
	var w whose
	if err := json.Unmarshal(text, &w); err != nil {
		return fmt.Errorf("read %s: %w", whoseFile(dir), err)
	}
	w.Cluster, w.Node, w.Key, w.Next, w.Left = cluster, node, uuid.NewString(), "", nil
	return w.write(dir)
}

// HeldShards returns the shard count of the cluster to which a folder's shards belong.
func HeldShards(dir string) (int, error) {
	text, err := os.ReadFile(whoseFile(dir))
	if err != nil {
		return 0, fmt.Errorf("read whose shards they are: %w", err)
	}
	var w whose
	if err := json.Unmarshal(text, &w); err != nil || w.Shards < 1 {
		return 0, fmt.Errorf("read %s: it says of %d shards (%v)", whoseFile(dir), w.Shards, err)
	}
	return w.Shards, nil
}
