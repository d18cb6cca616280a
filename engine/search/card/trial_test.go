package card

import (
	"log/slog"
	"testing"
)

// TestTrial: an emulated card passes its trial.
func TestTrial(t *testing.T) {
	var log testLog
	m := openEmulated(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	fill(t, m, 1)
	settle(t, m)
	if s := m.State(); s.OnCard != 1024 || s.Why != "" {
		t.Errorf("after its trial the card has %d memories: %s\n%s", s.OnCard, s.Why, log.String())
	}
}
