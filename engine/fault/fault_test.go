package fault

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"asterism/engine/caught"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

// TestFaultsHaveAKind: a caught panic is INTERNAL, unless the outcome of a write is unknown, which is more informative.
func TestFaultsHaveAKind(t *testing.T) {
	log := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(log)
	p := caught.Do(func() { panic("odd") })
	for name, c := range map[string]struct {
		err  error
		want Kind
	}{
		"reading":            {Storage("read", fmt.Errorf("get: %w", p)), KindInternal},
		"an unknown outcome": {Storage("write", fmt.Errorf("%w: %w", store.ErrUnknown, p)), KindStorage},
		"embedding":          {Embedding(&sched.JobsError{Jobs: 1, Failed: map[int]*sched.MissingError{0: {Causes: map[models.Space]error{models.Code: p}}}}), KindInternal},
		"a device":           {Machine("check", p, "hint"), KindInternal},
	} {
		var e *Error
		if !errors.As(c.err, &e) || e.Kind != c.want || !errors.Is(c.err, p) || e.Hint == "" {
			t.Errorf("%s: got %+v, want %s", name, e, c.want)
		}
	}
}
