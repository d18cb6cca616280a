package reembed

import (
	"strings"
	"testing"

	"asterism/engine/store"
)

// TestRunNeedsRoom: a lack of disk space is reported before anything is written.
func TestRunNeedsRoom(t *testing.T) {
	p := Plan{Room: store.RenewalRoom{Need: 3<<20 + 1, Free: 2 << 20, Known: true}}
	if !p.Room.Short() || !strings.Contains(roomHint(&p), "4 MiB are needed") || !strings.Contains(roomHint(&p), "2 MiB are free") {
		t.Errorf("short %v, %q", p.Room.Short(), roomHint(&p))
	}
	if p.Room.Known = false; p.Room.Short() {
		t.Error("what is not known is not short")
	}
}
