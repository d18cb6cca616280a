package serve

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/mcp/httpapi"
	"asterism/mcp/wire"
)

// TestDivideLeavesTheStoreItsShare: whatever the limit, connections and the reserve fit into it, and a limit that is too low is refused with the one that is not.
func TestDivideLeavesTheStoreItsShare(t *testing.T) {
	before := 0
	for limit := 1; limit < 30000; limit++ {
		for _, asked := range []int{0, 2, httpapi.DefaultConnections} {
			d := Divide(limit, asked)
			if err := d.Check(); err != nil {
				e := (*engine.Error)(nil)
				if !errors.As(err, &e) || !strings.Contains(e.Message, "ulimit -n") || !strings.Contains(e.Hint, fmt.Sprintf("%d is the least", d.least())) {
					t.Fatalf("%d: %v", limit, err)
				}
				if limit >= d.least() || Divide(d.least(), asked).Check() != nil || Divide(d.least()-1, asked).Check() == nil {
					t.Fatalf("%d is refused, and %d is called the least", limit, d.least())
				}
				continue
			}
			if d.Reserve+d.HTTP+d.Socket > limit || d.HTTP > asked || asked > 0 && d.HTTP < 2 || d.Socket < 1 || d.Socket > wire.MaxSocketClients {
				t.Fatalf("%d of which %d are asked for: %+v", limit, asked, d)
			}
			if asked == httpapi.DefaultConnections && d.HTTP < before-1 { // a step of both shares at once takes one
				t.Fatalf("%d leaves %d connections, and one less %d", limit, d.HTTP, before)
			} else if asked == httpapi.DefaultConnections {
				before = d.HTTP
			}
		}
	}
	if d := Divide(4096, httpapi.DefaultConnections); d.Lowered() || d.Socket != wire.MaxSocketClients {
		t.Errorf("4096 are not enough for the usual numbers: %+v", d)
	}
}
