package owner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"asterism/engine"
	"asterism/engine/cluster/bus"
	"asterism/engine/cluster/member"
	"asterism/engine/store/rocks"
)

// oursThere are the names, or their beginnings, of what this program puts into a data directory before there is a store. The system's own files in a folder do not count as a
// person's files.
var oursThere = []string{AnnounceFile, lockFile, SocketName, RunFolder, "token", "pins", "projects.", "models", "backups", "hooks", "sync", member.Folder, bus.Folder, "shards", "lost+found", ".DS_Store", "Thumbs.db", ".asterism"}

// refuseForeign returns an error for a folder that contains other files and no store: a store's many files would be mixed with them, and a person might later delete the wrong ones.
func refuseForeign(data string) error {
	if err := rocks.Find(data); err == nil || !errors.Is(err, os.ErrNotExist) {
		return nil // if it is damaged, opening it reports that
	}
	entries, err := os.ReadDir(data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return nil // opening the store reports why not
	}
	var foreign []string
	for _, e := range entries {
		if !known(e.Name()) {
			foreign = append(foreign, e.Name())
		}
	}
	if len(foreign) == 0 {
		return nil
	}
	const most = 3
	more := ""
	if len(foreign) > most {
		more, foreign = fmt.Sprintf(" and %d more", len(foreign)-most), foreign[:most]
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--data %s is no data directory, and holds other files: %s%s", data, strings.Join(foreign, ", "), more),
		Hint: "name a folder that is empty or not there, such as " + strings.TrimRight(data, "/") + "/.asterism"}
}

// refuseNode returns an error for a cluster node's folder: a store there would not be part of the cluster, and its memories would not be found.
func refuseNode(data string) error {
	is, err := member.Is(data)
	if err != nil || !is {
		return err
	}
	if server, err := FindServer(data); err == nil && server != nil {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--data %s is the folder of a node of a cluster, which process %d serves, and this works on the store of one machine alone", data, server.PID),
			Hint: "`asterism cluster status` says how the node is; docs/cluster.md and docs/known-gaps.md say what a cluster does not do"}
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--data %s is the folder of a node of a cluster, and the node does not run", data),
		Hint: fmt.Sprintf("start it with `asterism serve --cluster %s`, and ask again", data)}
}

func known(name string) bool {
	for _, ours := range oursThere {
		if strings.HasPrefix(name, ours) {
			return true
		}
	}
	return false
}
