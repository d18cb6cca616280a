package mcp

import (
	"testing"
	"time"

	"asterism/engine"
)

// TestAMemoryAgainstTheGoalIsNotAligned: a memory against the goal has little alignment with it, is not first in the workspace, and does not make the state hypersync.
func TestAMemoryAgainstTheGoalIsNotAligned(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	must := func(tool string, args map[string]any) map[string]any {
		t.Helper()
		body, refused := c.call(tool, args)
		if refused != nil || body["error"] != nil {
			t.Fatal(tool, args, refused, body)
		}
		return body
	}
	seen := func(namespace string, memories int) map[string]any {
		t.Helper()
		for range 6000 { // the workspace is updated after the answer
			if mind := must("get_workspace", map[string]any{"namespace": namespace, "session_id": "s"}); mind["seen"] == float64(memories) {
				return mind
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("the workspace of %s does not see %d memories", namespace, memories)
		return nil
	}
	for i, k := range []struct{ goal, against, on string }{
		{"Never charge a customer twice", "Charging a customer twice is fine", "A customer must never be charged twice"},
		{"Keep the data of users private", "The data of users is public", "The data of users is kept private"},
		{"Do not store passwords in plain text", "Passwords are stored in plain text", "Passwords are not stored in plain text"},
		{"Run the tests before each deploy", "The tests are run after each deploy", "The tests are run before each deploy"},
		{"Reduce the memory use of the indexer", "The memory use of the indexer may be increased", "The memory use of the indexer is reduced"},
		{"Nobody deploys on a Friday", "Everybody may deploy on a Friday", "On a Friday nobody deploys"},
		{"Card numbers are never written to the logs", "Card numbers are written to the logs", "We never write card numbers to the logs"},
		{"Enable dark mode by default", "Dark mode is disabled by default", "Dark mode is enabled by default"},
		{"Backups are encrypted before they leave the machine", "Backups are not encrypted before they leave the machine", "Every backup is encrypted before it leaves the machine"},
		{"Never delete photos without asking", "Deleting photos without asking is fine", "Photos are never deleted without asking"},
		{"The app starts without a connection", "The app does not start without a connection", "Without a connection the app starts, too"},
	} {
		ns := "theta-" + string(rune('a'+i))
		must("set_north_star", map[string]any{"description": k.goal, "namespace": ns})
		theta := map[string]float64{}
		for n, text := range []string{k.against, k.on} {
			id := must("inject_context", map[string]any{"content": text, "rationale": "a plan", "namespace": ns, "session_id": "s"})["fingerprintId"]
			theta[text], _ = at(must("get_memory", map[string]any{"id": id}), "measured.alignment.theta").(float64)
			mind := seen(ns, n+1)
			if members, _ := mind["members"].([]any); n == 0 && len(members) > 0 || mind["state"] == "hypersync" {
				t.Errorf("%s: after %q %s is in mind with %v", k.goal, text, mind["state"], members)
			}
		}
		if theta[k.against] > .1 || theta[k.on] < .5 {
			t.Errorf("%s: %q has %.3f, %q %.3f", k.goal, k.against, theta[k.against], k.on, theta[k.on])
		}
	}
}
