package serve

import (
	"errors"
	"log/slog"
	"testing"

	"asterism/engine"
	"asterism/engine/caught"
)

// TestAFaultWhileTheEngineIsOpened is the error of every caller that waits for the engine, and the server's own at its end.
func TestAFaultWhileTheEngineIsOpened(t *testing.T) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(before)
	w := warmUpBy(engine.Config{}, func(*warming, engine.Config) (*engine.Engine, error) { panic("an odd store") })
	var p *caught.Panic
	if _, err := w.engine(t.Context()); !errors.As(err, &p) {
		t.Errorf("got %v, want the fault", err)
	}
	if ready, why := w.ready(); ready || why == "" {
		t.Errorf("ready %v: %q", ready, why)
	}
	if err := w.close(); !errors.As(err, &p) {
		t.Errorf("got %v at the end, want the fault", err)
	}
}
