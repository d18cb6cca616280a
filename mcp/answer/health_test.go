package answer

import (
	"reflect"
	"testing"
	"time"

	"asterism/engine/sched"
	"asterism/models"
)

// TestDeviceHealth checks what runs where, since when and why.
func TestDeviceHealth(t *testing.T) {
	got := deviceFrom(&sched.Stats{Workers: 26, Lanes: []sched.LaneStats{
		{Space: models.Semantic, Backend: "gpu"},
		{Space: models.Code, Backend: "processor", Demotions: 1, Cause: "GPU: the device is lost", Since: time.Date(2026, 11, 22, 9, 30, 0, 0, time.FixedZone("", 3600))},
		{Space: models.Graph, Backend: "processor", OnTrial: true},
		{Space: models.Splade, Backend: "gpu"},
	}})
	want := &DeviceHealth{
		Workers: 26, Backends: []string{"gpu", "processor"}, Runs: []string{"E1 E13 by gpu", "E7 E8 by processor"},
		Demoted: []string{"E7 code since 2026-11-22T08:30:00Z: GPU: the device is lost"}, OnTrial: []string{"E8"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
