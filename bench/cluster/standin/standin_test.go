package standin

import (
	"context"
	"testing"
	"time"

	"asterism/engine"
	"asterism/models"
)

// TestASpreadOverStandIns stores every note once, over one node and over three.
func TestASpreadOverStandIns(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	dir := t.TempDir()
	w, err := NewWork(ctx, dir, 150)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, nodes := range []int{1, 3} {
		took, err := w.Spread(ctx, dir, nodes, 20*time.Microsecond)
		if err != nil {
			t.Fatal(err)
		}
		if least := time.Duration(w.Tokens) * 20 * time.Microsecond / time.Duration(nodes); took < least {
			t.Errorf("%d nodes took %v, and their devices need %v at least", nodes, took, least)
		}
	}
}

// TestADeviceTakesItsTime a token, and knows only what was made before.
func TestADeviceTakesItsTime(t *testing.T) {
	var p engine.Packed
	p.Tokens[models.Semantic] = 10
	d := &Device{values: map[string]engine.Packed{"x": p}, perToken: time.Millisecond}
	began := time.Now()
	out, err := d.Pack(t.Context(), []engine.Note{{Content: "x", Source: "f"}, {Content: "x"}})
	if took := time.Since(began); err != nil || took < 20*time.Millisecond || out[0].Note.Source != "f" {
		t.Errorf("after %v: %+v, %v", took, out, err)
	}
	if _, err := d.Pack(t.Context(), []engine.Note{{Content: "y"}}); err == nil {
		t.Error("it knows what was not made")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := d.Pack(ended, []engine.Note{{Content: "x"}}); err == nil {
		t.Error("it goes on for nobody")
	}
}
