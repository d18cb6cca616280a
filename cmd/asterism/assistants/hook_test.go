package assistants

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// TestAHookThatFailsUnexpectedly says so and goes on.
func TestAHookThatFailsUnexpectedly(t *testing.T) {
	_, err := atMost(t.Context(), time.Minute, func(context.Context) (string, error) { panic("odd") })
	if err == nil || !strings.Contains(err.Error(), "odd") {
		t.Errorf("got %v", err)
	}
	if _, err := readEvent(io.LimitReader(strings.NewReader(`{"a":1}`), 3)); err == nil {
		t.Error("half an event is taken")
	}
}
