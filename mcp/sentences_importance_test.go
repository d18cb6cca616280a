package mcp

import (
	"testing"

	"asterism/engine"
)

// TestWhatServesTheGoalTeachesMore injects the same text under the goal that it serves, under no goal, and under another goal. Under its own goal learned is highest, although
// novelty and importance are the same each time.
func TestWhatServesTheGoalTeachesMore(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	learned := func(namespace, goal, text string) float64 {
		t.Helper()
		if goal != "" {
			if body, refused := c.call("set_north_star", map[string]any{"description": goal, "namespace": namespace}); refused != nil || body["error"] != nil {
				t.Fatal(refused, body)
			}
		}
		body, refused := c.call("inject_context", map[string]any{"content": text, "rationale": "note", "namespace": namespace})
		if refused != nil || body["error"] != nil {
			t.Fatal(refused, body)
		}
		return at(body, "utl.learned").(float64)
	}
	const other = "Learn to play the violin: practise scales, rehearse with the quartet and perform."
	for i, k := range []struct{ goal, text string }{
		{"A payment service that never charges a customer twice", "An idempotency key keeps the payment service from charging a customer twice."},
		{"Grow vegetables in the garden: prepare the soil, sow, water and harvest", "Sow spinach in the garden bed in March, and water it until you harvest the vegetables."},
		{"Migrate the billing database from MySQL to PostgreSQL", "Identity columns of the billing database were converted for PostgreSQL."},
		{"Make the image gallery load faster on phones", "Small thumbnails let the image gallery load faster on old phones."},
		{"Warn fruit growers of frost with weather stations in the orchards", "The weather station in the lower orchard warned the growers of frost at four."},
		{"Sail around the world in a small boat", "The small boat was given a new sail for the passage around the world."},
		{"Translate the handbook of the machine into German", "The chapter on safety of the machine's handbook was translated into German."},
		{"Teach the robot to open doors", "The robot opens doors with round handles since it was taught to turn its hand."},
		{"Halve what the cluster costs", "Two idle nodes were taken out of the cluster, which halves what the cluster costs at night."},
		{"Keep the data of users private", "The data of users is encrypted on disk, so that it is kept private."},
		{"Back up the photos of the family", "The photos of the family are backed up to a second disk each night."},
	} {
		ns := "serves-" + string(rune('a'+i))
		on, none, off := learned(ns+"1", k.goal, k.text), learned(ns+"2", "", k.text), learned(ns+"3", other, k.text)
		if t.Logf("%.3f, %.3f, %.3f: %s", on, none, off, k.text); on <= none || on <= off {
			t.Errorf("%q teaches %.3f under its goal, %.3f without one and %.3f under another", k.text, on, none, off)
		}
	}
}
