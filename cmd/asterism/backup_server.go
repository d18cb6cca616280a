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

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/mcp/backupapi"
	"asterism/mcp/client"
	"asterism/mcp/failure"
)

// backupServer is the server whose store is meant; nil: nobody is to be asked.
func (g *globals) backupServer() (*owner.Announcement, error) {
	s, err := g.Server()
	if err == nil && s != nil && s.URL == "" {
		err = &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("process %d owns the store and serves an assistant over standard input and output", s.PID),
			Hint: "a server that makes backups is one with an address: asterism serve --http 127.0.0.1:7737 --backups DIR"}
	}
	return s, err
}

// backUpByServer asks a server for a backup of its store, and waits for it.
func (g *globals) backUpByServer(ctx context.Context, server *owner.Announcement, tell func(done, total int64)) (*backupapi.Made, error) {
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

// backupLine is a line of an answer, with all that it says of an error. A server that names no kind is taken for one that could not store.
type backupLine struct {
	backupapi.Line
	Error *failure.Failure `json:"error"`
}

// readBackup follows the lines of an answer to the last.
func readBackup(response *http.Response, tell func(done, total int64)) (*backupapi.Made, error) {
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
		tell(l.Done, l.Total)
	}
}
