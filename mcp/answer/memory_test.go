package answer

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/models"
)

// TestPurposeOfAMemory: absent alignments are null, and a memory that never had a goal has no purpose.
func TestPurposeOfAMemory(t *testing.T) {
	nan := float32(math.NaN())
	m := &store.Memory{Profile: "compact", Purpose: [models.Count]float32{.95, nan, nan, nan, .5, nan, nan, nan, nan, nan, nan, nan, nan}}
	body, err := json.Marshal(measureFrom(m))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"purpose":[0.95,null,null,null,0.5,null,`, `"alignment":{"theta":0.725,"verdict":"acceptable"}`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("%s does not say %s", body, want)
		}
	}
	body, err = json.Marshal(measureFrom(&store.Memory{Profile: "compact"}))
	if err != nil || strings.Contains(string(body), "purpose") || strings.Contains(string(body), "alignment") {
		t.Errorf("without a goal: %s %v", body, err)
	}
}
