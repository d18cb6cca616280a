package tools

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"asterism/engine"
	"asterism/mcp/arguments"
	"asterism/mcp/backupapi"
)

// Owner holds what the tools of the user's own commands need in addition to an engine. They are not offered to assistants: they write files at a place that the caller names, and
// open the store to a browser.
type Owner struct {
	Version string // of the program, written into backups
	// OpenDashboard serves the dashboard on this machine for a while, and returns a link with access for a browser.
	OpenDashboard func(ctx context.Context) (string, error)
}

// maxPath is the greatest length of a folder's path, in bytes.
const maxPath = 4096

// Tools returns them.
func (o Owner) Tools() []*Tool {
	return []*Tool{o.createBackup(), o.openDashboard(), o.controlMetaLearning(), o.getSearchWeights(), moveNamespace(), purgeForgotten(), resolveID(), storeOwnMemory(), forgetEarlier()}
}

func (o Owner) createBackup() *Tool {
	return &Tool{
		Name:        "create_backup",
		Title:       "Back up the store",
		Description: "Add the store as it is now to the archive in a folder.",
		Hints:       Hints{},
		Input: `{"type":"object","properties":{"archive":{"type":"string","description":"absolute path of the folder"}},
			"required":["archive"],"additionalProperties":false}`,
		Output: `"id":{"type":"string"},"created":{"type":"string"},"files":{"type":"integer"},"bytes":{"type":"integer"},"memories":{"type":"integer"},"archive":{"type":"string"},"damaged":{"type":"integer"}`,
		Always: []string{"id", "created", "files", "bytes", "memories", "archive"},
		Prepare: func(a *arguments.Given) Job {
			dir := a.RequiredText("archive", maxPath, "it is where the backup goes")
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				if !filepath.IsAbs(dir) {
					return nil, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("archive %q is no absolute path, and this server's folder is not the caller's", dir), Hint: "name the folder from / on"}
				}
				b, err := e.Backup(ctx, dir, o.Version, BackupProgress(ctx))
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: backupapi.Made{ID: b.ID, Created: b.Created, Files: len(b.Files), Bytes: b.Bytes(), Memories: b.About.Memories, Archive: dir, Damaged: b.About.Damaged}}, nil
			}
		},
	}
}

// DashboardOpened is the answer of open_dashboard.
type DashboardOpened struct {
	URL string `json:"url"` // contains a token
}

func (o Owner) openDashboard() *Tool {
	return &Tool{
		Name:        "open_dashboard",
		Title:       "Serve the dashboard",
		Description: "Serve the dashboard on this machine until nobody has looked at it for a while.",
		Hints:       Hints{Idempotent: true},
		Input:       `{"type":"object","properties":{},"additionalProperties":false}`,
		Output:      `"url":{"type":"string"}`,
		Always:      []string{"url"},
		Prepare: func(*arguments.Given) Job {
			return func(ctx context.Context, _ *Engine, _ time.Time) (*Outcome, error) {
				link, err := o.OpenDashboard(ctx)
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: DashboardOpened{link}}, nil
			}
		},
	}
}
