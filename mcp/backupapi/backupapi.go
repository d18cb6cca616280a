// Package backupapi answers: how does a server back up the store that it owns?
//
// POST /v1/backup makes a backup in the archive that the server was started with (`serve --backups DIR`). The answer is lines of JSON: {"stage":"verifying","done":…,"total":…} in
// thousandths while the store is verified, {"done":…,"total":…} in bytes while it is copied, and at last
// {"backup":{"id":…,"created":…,"files":…,"bytes":…,"memories":…,"archive":…}}, or {"error":{"name":…,"message":…,"hint":…}}. A request cannot name a folder: otherwise anybody with
// the token could fill any disk. Package httpapi checks the token first.
package backupapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"asterism/engine"
	"asterism/engine/archive"
)

// Line is a line of an answer. One of its fields is set, or Done and Total, with or without Stage.
type Line struct {
	Stage  string  `json:"stage,omitempty"` // "verifying" while records are read, in thousandths; "" while files are copied, in bytes
	Done   int64   `json:"done,omitempty"`
	Total  int64   `json:"total,omitempty"`
	Backup *Made   `json:"backup,omitempty"`
	Error  *Failed `json:"error,omitempty"`
}

// Made is a complete backup on disk.
type Made struct {
	ID       string    `json:"id"`
	Created  time.Time `json:"created"`
	Files    int       `json:"files"`
	Bytes    int64     `json:"bytes"` // of all files, including those that the archive already had
	Memories int       `json:"memories"`
	Archive  string    `json:"archive"`           // the folder on the server's machine
	Damaged  int       `json:"damaged,omitempty"` // damaged records of the store, which are in the backup too
}

// Failed says why there is no backup, and what to do.
type Failed struct {
	Name         string `json:"name,omitempty"` // as in the errors of tools
	Message      string `json:"message"`
	Hint         string `json:"hint,omitempty"`
	RetryAfterMs int64  `json:"retry_after_ms,omitempty"`
}

// Backer makes backups. Its errors are *engine.Error.
type Backer interface {
	Backup(ctx context.Context, dir, version string, progress engine.BackupProgress) (*archive.Backup, error)
}

// Provider returns the backer as soon as it is ready; it blocks until then or until ctx ends.
type Provider func(ctx context.Context) (Backer, error)

// every is the interval of progress lines.
const every = 100 * time.Millisecond

// Handler serves the path. dir is the archive. With "" a backup is refused, and the error says what to do.
func Handler(open Provider, dir, version string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			writeLine(w, http.StatusMethodNotAllowed, Line{Error: &Failed{Message: "a backup is made by POST", Hint: "send POST /v1/backup"}})
			return
		}
		if dir == "" {
			writeLine(w, http.StatusConflict, Line{Error: &Failed{Message: "this server was given no folder for backups", Hint: "start it with --backups DIR, a folder outside of the store"}})
			return
		}
		told := time.Now()
		out := json.NewEncoder(w)
		b, err := backUp(r.Context(), open, dir, version, func(stage string, done, total int64) {
			if now := time.Now(); now.Sub(told) >= every {
				told = now
				l := Line{Done: done, Total: total}
				if stage != engine.BackupCopying {
					l.Stage = stage
				}
				_ = out.Encode(l) // a client that has ended also cancels the context
				_ = http.NewResponseController(w).Flush()
			}
		})
		if err != nil { // the status may have been sent already, so the line reports the error
			_ = out.Encode(Line{Error: failed(err)})
			return
		}
		_ = out.Encode(Line{Backup: &Made{b.ID, b.Created, len(b.Files), b.Bytes(), b.About.Memories, dir, b.About.Damaged}})
	})
}

func backUp(ctx context.Context, open Provider, dir, version string, progress engine.BackupProgress) (*archive.Backup, error) {
	e, err := open(ctx)
	if err != nil {
		return nil, err
	}
	return e.Backup(ctx, dir, version, progress)
}

func failed(err error) *Failed {
	var e *engine.Error
	if errors.As(err, &e) {
		return &Failed{Name: string(e.Kind), Message: e.Error(), Hint: e.Hint, RetryAfterMs: e.RetryAfterMs}
	}
	return &Failed{Message: cmp.Or(err.Error(), "unknown")}
}

func writeLine(w http.ResponseWriter, status int, l Line) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(l)
}
