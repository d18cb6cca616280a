package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"asterism/engine"
	"asterism/mcp/backupapi"
)

// backupServer is the server whose store is meant: the one that --connect names, or the one that owns the store here. nil: nobody is to be asked.
func (g *globals) backupServer() (*announcement, error) {
	switch g.connect {
	case connectOff:
		return nil, nil
	case connectAuto:
		return findServer(g.data)
	}
	address, err := serverAddress(g.connect)
	if err != nil {
		return nil, err
	}
	certFile, err := g.certificateOf(address)
	if err != nil {
		return nil, err
	}
	return &announcement{URL: address, Certificate: certFile}, nil
}

// backUpByServer asks a server for a backup of its store, and waits for it.
func (g *globals) backUpByServer(ctx context.Context, owner *announcement, tell func(done, total int64)) (*backupapi.Made, error) {
	token, err := knownToken(g.data)
	if err != nil {
		return nil, err
	}
	address, err := url.Parse(owner.URL)
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
	response, err := keepingConnections(owner.Certificate).Do(request)
	if err != nil {
		return nil, unreachable(owner.URL, err)
	}
	defer response.Body.Close()
	return readBackup(response, tell)
}

// readBackup follows the lines of an answer to the last.
func readBackup(response *http.Response, tell func(done, total int64)) (*backupapi.Made, error) {
	for lines := json.NewDecoder(response.Body); ; {
		var l backupapi.Line
		if err := lines.Decode(&l); errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("make a backup: the server's answer (%s) ends before the backup is made: ask `asterism backup list` whether it is there", response.Status)
		} else if err != nil {
			return nil, fmt.Errorf("make a backup: the server answers %s and not as it should: %w", response.Status, err)
		}
		switch {
		case l.Error != nil:
			return nil, &engine.Error{Kind: engine.KindStorage, Message: l.Error.Message, Hint: l.Error.Hint}
		case l.Backup != nil:
			return l.Backup, nil
		}
		tell(l.Done, l.Total)
	}
}
