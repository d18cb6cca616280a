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
	// Left is when the node was taken out of the cluster, as far as it has heard of that.
	Left *agreed.Left `json:"left,omitempty"`
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

// RefuseLeft refuses the folder of a node that was taken out of its cluster and has heard of it, before anything of it is started. The error wraps [agreed.ErrLeft].
func RefuseLeft(dir string) error {
	text, err := os.ReadFile(whoseFile(dir))
	if err != nil {
		return nil // it was never started, or cannot be read, of which who opens it tells
	}
	var w whose
	if err := json.Unmarshal(text, &w); err != nil || w.Left == nil {
		return nil // likewise
	}
	return w.Left.Refuse()
}

// noteLeft notes in the node's folder that it has left.
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
