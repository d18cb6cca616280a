package serve

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/store/rocks"
	"asterism/mcp/httpapi"
	"asterism/mcp/wire"
)

// TestDivideLeavesTheStoreItsShare: for any limit, connections and the reserve fit into it. A limit that is too low is refused, with the smallest sufficient one.
func TestDivideLeavesTheStoreItsShare(t *testing.T) {
	for _, shards := range []int{0, 1, 16} {
		t.Run(fmt.Sprint(shards, " shards"), func(t *testing.T) { divides(t, shards) })
	}
	if d := Divide(4096, httpapi.DefaultConnections, 0); d.Lowered() || d.Socket != wire.MaxSocketClients {
		t.Errorf("4096 are not enough for the usual numbers: %+v", d)
	}
	if d := Divide(4096, 64, 16); d.Lowered() || d.Reserve <= 16*rocks.Descriptors(0, 1) {
		t.Errorf("4096 are not enough for a node and 64 connections, or its stores are not all counted: %+v", d)
	}
}

func divides(t *testing.T, shards int) {
	before := 0
	for limit := 1; limit < 30000; limit++ {
		for _, asked := range []int{0, 2, httpapi.DefaultConnections} {
			d := Divide(limit, asked, shards)
			if err := d.Check(); err != nil {
				e := (*engine.Error)(nil)
				if !errors.As(err, &e) || !strings.Contains(e.Message, "ulimit -n") || !strings.Contains(e.Hint, fmt.Sprintf("%d is the least", d.least())) {
					t.Fatalf("%d: %v", limit, err)
				}
				if limit >= d.least() || Divide(d.least(), asked, shards).Check() != nil || Divide(d.least()-1, asked, shards).Check() == nil {
					t.Fatalf("%d is refused, and %d is called the least", limit, d.least())
				}
				continue
			}
			if d.Reserve+d.HTTP+d.Socket > limit || d.HTTP > asked || asked > 0 && d.HTTP < 2 || d.Socket < 1 || d.Socket > wire.MaxSocketClients {
				t.Fatalf("%d of which %d are asked for: %+v", limit, asked, d)
			}
			if asked == httpapi.DefaultConnections && d.HTTP < before-max(1, shards) { // one step of both shares takes one, or one for each store
				t.Fatalf("%d leaves %d connections, and one less %d", limit, d.HTTP, before)
			} else if asked == httpapi.DefaultConnections {
				before = d.HTTP
			}
		}
	}
}
