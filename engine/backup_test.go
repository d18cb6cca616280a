package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"asterism/engine/archive"
)

// TestWhatAKilledBackupGathered checks that the next start removes it: the folder of a checkpoint, and the temporary one of RocksDB.
func TestWhatAKilledBackupGathered(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, dir).Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	left := []string{filepath.Join(dir, checkpointName), filepath.Join(dir, checkpointName+".tmp")}
	for _, folder := range left {
		if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "000001.sst"), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	open(t, dir)
	for _, folder := range left {
		if _, err := os.Lstat(folder); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", folder, err)
		}
	}
}

// TestBackupHoldsWhatItSays checks that it counts its own memories, and includes no file that is still being written.
func TestBackupHoldsWhatItSays(t *testing.T) {
	e := open(t, t.TempDir())
	r := remember(t, e, Note{Content: "the gate of depot one is painted red"}, Note{Content: "the lift of depot two was oiled"}, Note{Content: "the lamps of depot three are new"})
	if _, err := e.Forget(t.Context(), r[0].ID, false); err != nil {
		t.Fatal(err)
	}
	pins := filepath.Join(e.cfg.Data, "pins")
	err := os.Mkdir(pins, 0o700)
	for _, name := range []string{"server.json", ".new-1"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(pins, name), []byte("{}"), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.Backup(t.Context(), filepath.Join(t.TempDir(), "archive"), "v1", nil)
	if err != nil {
		t.Fatal(err)
	}
	if b.About.Memories != 2 {
		t.Errorf("it counts %d memories, want the 2 live ones", b.About.Memories)
	}
	var beside []string
	for _, f := range b.Files {
		if strings.HasPrefix(f.Path, "pins/") {
			beside = append(beside, f.Path)
		}
	}
	if len(beside) != 1 || beside[0] != "pins/server.json" {
		t.Errorf("of the pins it has %v", beside)
	}
}

// TestBackupRefusals checks that a second backup at the same time gets the error to try later, and that a cancelled one reports that there is no backup.
func TestBackupRefusals(t *testing.T) {
	e := open(t, t.TempDir())
	dir := filepath.Join(t.TempDir(), "archive")
	if _, err := e.Backup(t.Context(), dir, "v1", nil); err != nil {
		t.Fatal(err)
	}
	lock, err := os.Open(filepath.Join(dir, "LOCK"))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	mustFail := func(ctx context.Context, kind Kind, cause error, hint string) {
		t.Helper()
		_, err := e.Backup(ctx, dir, "v1", nil)
		var failed *Error
		if !errors.As(err, &failed) || failed.Kind != kind || !errors.Is(err, cause) || !strings.Contains(failed.Hint, hint) {
			t.Errorf("%v, kind and hint %+v", err, failed)
		}
	}
	mustFail(t.Context(), KindBusy, archive.ErrBusy, "try again when it is done")
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	mustFail(gone, KindStorage, context.Canceled, "there is no new one")
}

// TestBackupTellsAndStops checks that it reports the progress of reading and copying, and that there is no backup if the caller cancels while it reads.
func TestBackupTellsAndStops(t *testing.T) {
	e := open(t, t.TempDir())
	remember(t, e, notesOf(breadNotes...)...)
	dir := filepath.Join(t.TempDir(), "archive")
	last := map[string]int64{}
	var stages []string
	_, err := e.Backup(t.Context(), dir, "v1", func(stage string, done, total int64) {
		if len(stages) == 0 || stages[len(stages)-1] != stage {
			stages = append(stages, stage)
		}
		if done < last[stage] || done > total {
			t.Errorf("%s: %d of %d after %d", stage, done, total, last[stage])
		}
		last[stage] = done
	})
	if err != nil || len(stages) != 2 || stages[0] != BackupVerifying || stages[1] != BackupCopying || last[BackupVerifying] != backupThousand || last[BackupCopying] == 0 {
		t.Errorf("stages %v, last %v, error %v", stages, last, err)
	}
	ctx, leave := context.WithCancel(t.Context())
	_, err = e.Backup(ctx, dir, "v1", func(stage string, _, _ int64) {
		if leave(); stage != BackupVerifying {
			t.Errorf("%s goes on", stage)
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was called off", err)
	}
	if list, err := archive.List(dir); err != nil || len(list) != 1 {
		t.Errorf("%d backups, error %v", len(list), err)
	}
}
