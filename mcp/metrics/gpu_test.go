package metrics

import (
	"context"
	"strings"
	"testing"
	"time"

	"asterism/engine"
)

// TestGPUScrape: a GPU's figures exist if there is one; otherwise no metric mentions GPUs.
func TestGPUScrape(t *testing.T) {
	st := &engine.Status{}
	if _, body := scrape(func(context.Context) (*engine.Status, error) { return st, nil }); strings.Contains(body, "asterism_card") {
		t.Errorf("without a GPU: %s", body)
	}
	st.GPU = &engine.GPUStatus{Name: "a GPU", Busy: 90 * time.Second, Open: 100 * time.Second, Free: 5, Total: 8}
	_, body := scrape(func(context.Context) (*engine.Status, error) { return st, nil })
	for _, line := range []string{"asterism_card_busy_seconds_total 90", "asterism_card_memory_bytes 8", "asterism_card_memory_free_bytes 5"} {
		if !strings.Contains(body, "\n"+line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
}
