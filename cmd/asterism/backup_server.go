package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/mcp/backupapi"
	"asterism/mcp/client"
	"asterism/mcp/failure"
)

// backUpThrough makes a backup with the server that owns the store, or that is named. If the server belongs to this user and listens to commands, it writes to the folder that the
// caller names, else to its own.
func (g *globals) backUpThrough(ctx context.Context, server *owner.Announcement, dir string, tell engine.BackupProgress) (*backupapi.Made, error) {
	switch {
	case dir != "" && server.Owner != "":
		return g.backUpByOwner(ctx, server, dir)
	case dir != "":
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the server at %s makes backups in its own folder alone", server.Where()),
			Hint: "leave the folder out, and start the server with --backups DIR"}
	case server.URL == "":
		return nil, noBackupFolder()
	}
	fmt.Fprintf(os.Stderr, "asterism: asking the server at %s\n", server.URL)
	return g.backUpByServer(ctx, server, tell)
}

func noBackupFolder() error {
	return &engine.Error{Kind: engine.KindInvalid, Message: "no folder is named for the backup", Hint: "name one outside of the store, best on another disk"}
}

// backUpByOwner asks this user's process that owns the store.
func (g *globals) backUpByOwner(ctx context.Context, server *owner.Announcement, dir string) (*backupapi.Made, error) {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find folder %s: %w", dir, err)
	}
	fmt.Fprintf(os.Stderr, "asterism: process %d owns the store; asking it at %s\n", server.PID, server.Owner)
	m, err := g.Reach(ctx, server)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	body, err := m.Ask(ctx, "create_backup", map[string]any{"archive": whole})
	if err != nil {
		return nil, err
	}
	made := &backupapi.Made{}
	if err := json.Unmarshal(body, made); err != nil {
		return nil, fmt.Errorf("read the answer of create_backup: %w", err)
	}
	return made, nil
}

// backUpByServer asks a server for a backup of its store, and waits for it.
func (g *globals) backUpByServer(ctx context.Context, server *owner.Announcement, tell engine.BackupProgress) (*backupapi.Made, error) {
	token, err := owner.KnownToken(g.Data)
	if err != nil {
		return nil, err
	}
	address, err := url.Parse(server.URL)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address.JoinPath("..", "v1", "backup").String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := client.HTTPClient(server.Certificate, server.Connections).Do(request)
	if err != nil {
		return nil, client.Unreachable(server.URL, err)
	}
	defer response.Body.Close()
	return readBackup(response, tell)
}

// backupLine is a line of an answer, with all fields of an error. An error without a kind counts as a storage error.
type backupLine struct {
	backupapi.Line
	Error *failure.Failure `json:"error"`
}

// readBackup reads the lines of an answer to the last.
func readBackup(response *http.Response, tell engine.BackupProgress) (*backupapi.Made, error) {
	for lines := json.NewDecoder(response.Body); ; {
		var l backupLine
		if err := lines.Decode(&l); errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("make a backup: the server's answer (%s) ends before the backup is made: ask `asterism backup list` whether it is there", response.Status)
		} else if err != nil {
			return nil, fmt.Errorf("make a backup: the server answers %s and not as it should: %w", response.Status, err)
		}
		switch {
		case l.Error != nil:
			l.Error.Name = cmp.Or(l.Error.Name, string(engine.KindStorage))
			return nil, l.Error.AsEngine()
		case l.Backup != nil:
			return l.Backup, nil
		}
		tell(cmp.Or(l.Stage, engine.BackupCopying), l.Done, l.Total)
	}
}
