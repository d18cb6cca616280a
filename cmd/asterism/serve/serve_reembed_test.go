package serve

import (
	"testing"

	"asterism/engine"
)

// TestOldModelsLeaveTheGPU that was asked for to the new ones: the compact profile's would refuse it, and serving with it.
func TestOldModelsLeaveTheGPU(t *testing.T) {
	plan := &engine.ReembedPlan{From: "compact", To: "full"}
	for device, want := range map[string]string{"auto": "auto", "": "", "cpu": "cpu", "cuda:1": "cpu", "onnx-cuda:0": "cpu"} {
		c := (&serveFlags{oldModels: "of then"}).oldConfig(engine.Config{Profile: "full", Models: "of now", Device: device}, plan)
		if c.Device != want || c.Profile != "compact" || c.Models != "of then" {
			t.Errorf("%q: device %q, profile %q, models %q; want device %q", device, c.Device, c.Profile, c.Models, want)
		}
	}
}
