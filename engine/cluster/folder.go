package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"asterism/engine/cluster/agreed"

	"github.com/google/renameio/v2"
	"github.com/google/uuid"
)

// whose says to which cluster a node's folder belongs. It prevents that its shards follow the logs of another cluster.
type whose struct {
	Cluster string `json:"cluster"`
	ID      string `json:"id"` // of the cluster
	Shards  int    `json:"shards"`
	// Replicas is how many servers keep the cluster's logs.
	Replicas int    `json:"replicas"`
	Next     string `json:"next,omitempty"` // id of the cluster that is being made from this folder, see [Refound]
	Node     string `json:"node"`
	Key      string `json:"key"` // of the node
	// Left says when the node was taken out of the cluster, if the node has learned of that.
	Left *agreed.Left `json:"left,omitempty"`
}

// NodeFile is the path, relative to a node's folder, of the file that says to which cluster its shards belong.
const NodeFile = shardsFolder + "/node.json"

func whoseFile(dir string) string { return filepath.Join(dir, filepath.FromSlash(NodeFile)) }

// readWhose reads the file. If there is none, it returns a new value without a cluster id.
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

// RefuseLeft returns an error for the folder of a node that was taken out of its cluster and has learned of it. It runs before anything is started. The error wraps
// [agreed.ErrLeft].
func RefuseLeft(dir string) error {
	text, err := os.ReadFile(whoseFile(dir))
	if err != nil {
		return nil // the node was never started, or the file cannot be read, which Open reports
	}
	var w whose
	if err := json.Unmarshal(text, &w); err != nil || w.Left == nil {
		return nil // Open reports this too
	}
	return w.Left.Refuse()
}

// noteLeft writes into the node's folder that the node has left.
func noteLeft(ctx context.Context, c *Config, table *agreed.Table) error {
	own, err := readWhose(c)
	if err != nil {
		return err
	}
	gone, err := table.Gone(ctx)
	if l, left := gone[own.Key]; err == nil && left {
		own.Left = &l
		err = own.write(c.Dir)
	}
	return err
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
