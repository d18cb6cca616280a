package serve

import (
	"testing"

	"asterism/engine"
)

// TestOldModelsLeaveTheGPU to the new ones if a GPU was requested: the compact profile's would refuse it, and serving would fail.
func TestOldModelsLeaveTheGPU(t *testing.T) {
	plan := &engine.ReembedPlan{From: "compact", To: "full"}
	for device, want := range map[string]string{"auto": "auto", "": "", "cpu": "cpu", "cuda:1": "cpu", "onnx-cuda:0": "cpu"} {
		c := (&serveFlags{oldModels: "of then"}).oldConfig(engine.Config{Profile: "full", Models: "of now", Device: device}, plan)
		if c.Device != want || c.Profile != "compact" || c.Models != "of then" {
			t.Errorf("%q: device %q, profile %q, models %q; want device %q", device, c.Device, c.Profile, c.Models, want)
		}
	}
}
