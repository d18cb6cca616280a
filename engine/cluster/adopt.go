package cluster

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/uuid"
)

// Adopt makes the shards in a folder, which were another node's, those of a node of another name, of a cluster of another name: before [Refound], which makes that cluster of them.
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

// HeldShards is how many shards the cluster has whose shards lie in a folder.
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
