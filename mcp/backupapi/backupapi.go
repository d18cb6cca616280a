// Package backupapi answers: how does a backup of a store that a server owns come about?
//
// POST /v1/backup makes one in the archive that the server was started with (`serve --backups DIR`) and answers with lines of JSON: {"stage":"verifying","done":…,"total":…} in
// thousandths while the store is verified, {"done":…,"total":…} in bytes while it is copied, and at last {"backup":{"id":…,"created":…,"files":…,"bytes":…,"memories":…,"archive":…}}, or {"error":{"name":…,"message":…,"hint":…}}. Nobody names a folder in a request:
// whoever has the token could fill any disk. Package httpapi stands in front, which checks the token.
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

// Line is a line of an answer; one of its fields is set, or Done and Total, and perhaps Stage.
type Line struct {
	Stage  string  `json:"stage,omitempty"` // "verifying" while records are read, in thousandths; none while files are copied, in bytes
	Done   int64   `json:"done,omitempty"`
	Total  int64   `json:"total,omitempty"`
	Backup *Made   `json:"backup,omitempty"`
	Error  *Failed `json:"error,omitempty"`
}

// Made is a backup that is whole and on the disk.
type Made struct {
	ID       string    `json:"id"`
	Created  time.Time `json:"created"`
	Files    int       `json:"files"`
	Bytes    int64     `json:"bytes"` // of all files, those that the archive had already too
	Memories int       `json:"memories"`
	Archive  string    `json:"archive"`           // the folder on the server's machine
	Damaged  int       `json:"damaged,omitempty"` // records of the store that are damaged, in the backup too
}

// Failed says why there is none, and what to do.
type Failed struct {
	Name         string `json:"name,omitempty"` // as the errors of tools have it
	Message      string `json:"message"`
	Hint         string `json:"hint,omitempty"`
	RetryAfterMs int64  `json:"retry_after_ms,omitempty"`
}

// Backer makes backups. Its errors are *engine.Error.
type Backer interface {
	Backup(ctx context.Context, dir, version string, progress engine.BackupProgress) (*archive.Backup, error)
}

// Provider hands out the backer as soon as it can work; it blocks until then or until ctx ends.
type Provider func(ctx context.Context) (Backer, error)

// every is how often a line tells of progress.
const every = 100 * time.Millisecond

// Handler serves the path. dir is the archive; with "" a backup is refused, with the way out.
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
				_ = out.Encode(l) // a client that has ended cancels the context as well
				_ = http.NewResponseController(w).Flush()
			}
		})
		if err != nil { // the status may have been sent: the line says it
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
