package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/google/uuid"
)

// whose says to which cluster a node's folder belongs, so that its shards are never made to follow the logs of another.
type whose struct {
	Cluster string `json:"cluster"`
	ID      string `json:"id"` // of the cluster
	Shards  int    `json:"shards"`
	// Replicas are those of the cluster's logs.
	Replicas int    `json:"replicas"`
	Next     string `json:"next,omitempty"` // id of the cluster that is being made from this folder, see [Refound]
	Node     string `json:"node"`
	Key      string `json:"key"` // of the node
}

// NodeFile is the file of a node's folder, from that folder on, that says to which cluster its shards belong.
const NodeFile = shardsFolder + "/node.json"

func whoseFile(dir string) string { return filepath.Join(dir, filepath.FromSlash(NodeFile)) }

// readWhose reads it; a new one, without a cluster's id, where there is none.
func readWhose(c *Config) (whose, error) {
	text, err := os.ReadFile(whoseFile(c.Dir))
	if errors.Is(err, fs.ErrNotExist) {
		return whose{Cluster: c.Cluster, Node: c.Name, Key: uuid.NewString()}, nil
	}
	if err != nil {
		return whose{}, err
	}
	var w whose
	if err := json.Unmarshal(text, &w); err != nil {
		return w, fmt.Errorf("read %s: %w", whoseFile(c.Dir), err)
	}
	if w.Cluster != c.Cluster || w.Node != c.Name {
		return w, fmt.Errorf("folder %s belongs to node %s of cluster %s, not to node %s of cluster %s: start it by its own names, or give another folder", c.Dir, w.Node, w.Cluster, c.Name, c.Cluster)
	}
	return w, nil
}

func (w whose) write(dir string) error {
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(whoseFile(dir)), 0o700); err != nil {
		return err
	}
	return renameio.WriteFile(whoseFile(dir), append(text, '\n'), 0o600)
}
