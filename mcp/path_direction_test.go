package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// causeChains are stories in which each sentence causes the next.
var causeChains = [][]string{
	{"A squirrel chewed through the power line on Mill Road.", "The damaged power line short-circuited and cut off the substation.", "The dairy's cold store had no electricity all night because the substation was cut off.", "Without electricity the milk in the cold store turned sour."},
	{"It rained for three days without a break.", "The heavy rain flooded the cellar of the archive.", "The flood in the cellar soaked the old maps, which grew mould.", "Because of the mould the old maps had to be thrown away."},
	{"The disk of the build server was full.", "The nightly build failed because the disk was full.", "Since the nightly build failed, testers got no new version.", "Without a new version the testers missed the bug in the login."},
	{"The certificate of the gateway expired on Sunday.", "Since the certificate expired, phones refused to connect to the gateway.", "As phones could not connect to the gateway, couriers got no orders.", "Couriers without orders went home, and lunches were not delivered."},
	{"A developer removed the index on the orders table.", "Without the index, queries of the orders table took half a minute.", "The slow queries used up all connections of the database.", "No connections were left, so the shop showed an error page."},
	{"The driver fell asleep at the wheel.", "The car left the road because the driver was asleep.", "The car that left the road hit a hydrant.", "The broken hydrant flooded the street."},
	{"Frost came in the middle of May.", "The frost killed the blossoms of the apple trees.", "With the blossoms dead, the apple trees bore no fruit in autumn.", "As there was no fruit, the cider press stood still."},
	{"The new cook forgot to order flour.", "Because flour was not ordered, the bakery could not bake bread.", "There was no bread, so customers went to the shop across the street.", "Customers stayed away, and the bakery earned nothing that week."},
	{"The alarm clock had no battery.", "The alarm did not ring, so Tom overslept.", "Tom overslept and missed the train.", "Because he missed the train, Tom came late to the interview."},
	{"The pump of the cooling circuit broke.", "With the pump broken, the engine overheated.", "The overheated engine caught fire.", "The fire destroyed the cabin of the boat."},
	{"A virus infected the poultry farm.", "The infected hens had to be killed.", "As the hens were killed, eggs became scarce.", "Scarce eggs made cakes more expensive."},
}

// TestAPathSaysItsDirection: a chain of causes is never returned in the wrong direction. In the reverse direction there is no path: the answer names the other direction, or says
// that the direction is not known.
func TestAPathSaysItsDirection(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	ask := func(from, to string) map[string]any {
		t.Helper()
		body, refused := c.call("find_causal_path", map[string]any{"from": from, "to": to})
		if refused != nil {
			t.Fatal(refused.Message)
		}
		return body
	}
	right, unknown := 0, 0
	for _, chain := range causeChains {
		var ids []string
		for _, text := range chain {
			body, refused := c.call("store_memory", map[string]any{"content": text, "rationale": "story"})
			if refused != nil {
				t.Fatal(refused.Message)
			}
			ids = append(ids, body["fingerprintId"].(string))
		}
		last := len(ids) - 1
		for _, ends := range [][2]int{{0, last}, {0, 1}, {1, 2}, {2, 3}, {0, 2}, {1, 3}} {
			from, to := ids[ends[0]], ids[ends[1]]
			there, back := ask(from, to), ask(to, from)
			if there["direction"] == "backward" || back["direction"] == "forward" {
				t.Errorf("from %q to %q: %s The other way: %s", chain[ends[0]], chain[ends[1]], there["summary"], back["summary"])
			}
			switch there["direction"] {
			case "forward":
				right++
				reverse, _ := back["reverse"].(map[string]any)
				if back["found"] != false || reverse["direction"] != "forward" || !strings.Contains(back["summary"].(string), "from cause to effect") {
					t.Errorf("from %q back to %q: %s", chain[ends[1]], chain[ends[0]], back["summary"])
				}
			case "unknown":
				unknown++
				if !strings.Contains(there["summary"].(string), "direction unknown") {
					t.Errorf("from %q to %q: %s", chain[ends[0]], chain[ends[1]], there["summary"])
				}
			}
		}
	}
	t.Logf("%d paths are told in the right direction, %d without one", right, unknown)
	if right == 0 || unknown == 0 {
		t.Errorf("%d paths have a direction and %d have none: the stories test nothing", right, unknown)
	}
}
