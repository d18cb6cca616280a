package backupapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/archive"
)

// backer is a mock that makes a slow backup, or fails.
type backer struct{ err error }

func (b backer) Backup(_ context.Context, dir, version string, progress engine.BackupProgress) (*archive.Backup, error) {
	progress(engine.BackupVerifying, 1, 10)
	time.Sleep(every) // so that there is progress to report
	progress(engine.BackupCopying, 5, 10)
	if b.err != nil {
		return nil, b.err
	}
	return &archive.Backup{ID: "one", About: archive.About{Version: version, Memories: 7}, Files: []archive.Piece{{Path: dir, Bytes: 10}}}, nil
}

func ask(t *testing.T, b backer, dir, method string) (status int, lines []Line) {
	t.Helper()
	w := httptest.NewRecorder()
	Handler(func(context.Context) (Backer, error) { return b, nil }, dir, "v1").ServeHTTP(w, httptest.NewRequest(method, "/v1/backup", nil))
	for dec := json.NewDecoder(w.Body); dec.More(); {
		var l Line
		if err := dec.Decode(&l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return w.Code, lines
}

func TestBackup(t *testing.T) {
	status, lines := ask(t, backer{}, "/backups", http.MethodPost)
	if status != http.StatusOK || len(lines) < 2 || lines[len(lines)-2].Done != 5 || lines[len(lines)-2].Total != 10 || *lines[len(lines)-1].Backup != (Made{ID: "one", Files: 1, Bytes: 10, Memories: 7, Archive: "/backups"}) {
		t.Errorf("%d %+v", status, lines)
	}
}

func TestRefusals(t *testing.T) {
	full := backer{&engine.Error{Kind: engine.KindStorage, Message: "make a backup", Hint: "free some space"}}
	for name, c := range map[string]struct {
		backer      backer
		dir, method string
		status      int
		want        string
	}{
		"no folder":  {backer{}, "", http.MethodPost, http.StatusConflict, "--backups"},
		"not a post": {backer{}, "/b", http.MethodGet, http.StatusMethodNotAllowed, "POST"},
		"full disk":  {full, "/b", http.MethodPost, http.StatusOK, "free some space"},
	} {
		status, lines := ask(t, c.backer, c.dir, c.method)
		last := lines[len(lines)-1]
		if status != c.status || last.Backup != nil || last.Error == nil || !strings.Contains(last.Error.Message+last.Error.Hint, c.want) {
			t.Errorf("%s: %d %+v", name, status, lines)
		}
		if name == "full disk" && last.Error.Name != "STORAGE" {
			t.Errorf("%s: it is called %q", name, last.Error.Name)
		}
	}
}
