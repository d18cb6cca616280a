package backupapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/archive"
)

// slowBacker works until it is cancelled.
type slowBacker struct{ begun, ended chan struct{} }

func (b slowBacker) Backup(ctx context.Context, _, _ string, _ engine.BackupProgress) (*archive.Backup, error) {
	close(b.begun)
	<-ctx.Done()
	close(b.ended)
	return nil, ctx.Err()
}

// TestACallerThatHasGoneEndsTheBackup: the backup stops, which frees the disk and the only slot for backups.
func TestACallerThatHasGoneEndsTheBackup(t *testing.T) {
	b := slowBacker{make(chan struct{}), make(chan struct{})}
	s := httptest.NewServer(Handler(func(context.Context) (Backer, error) { return b, nil }, "/backups", "v1"))
	defer s.Close()
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, http.NoBody)
		if err != nil {
			return
		}
		if resp, err := http.DefaultClient.Do(r); err == nil {
			_ = resp.Body.Close()
		}
	}()
	<-b.begun
	leave()
	<-gone
	select {
	case <-b.ended:
	case <-time.After(time.Minute):
		t.Error("the backup goes on without its caller")
	}
}
