package mcp

import (
	"fmt"
	"testing"
)

// TestOnlyWhatIsUpdatedIsSubscribedTo: a subscription to another resource, or to an unknown one, would never get an update.
func TestOnlyWhatIsUpdatedIsSubscribedTo(t *testing.T) {
	c := dial(t, Options{Engine: newFake().provider})
	c.handshake()
	w := serveHTTP(t, Options{Engine: newFake().provider})
	w.handshake()
	for i, uri := range []string{workspaceURI, statsURI, "memory://default/01890a5d-ac96-774b-bcce-b302099a8057", "x://none", ""} {
		for _, method := range []string{"resources/subscribe", `resources\/subscribe`} {
			sent := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"%s","params":{"uri":%q}}`, i+1, method, uri)
			c.send(sent)
			for over, m := range map[string]map[string]any{"stdio": c.next(), "HTTP": w.ask(sent)[0]} {
				e, refused := m["error"].(map[string]any)
				if refused != (uri != workspaceURI) {
					t.Errorf("%s, %s: %v", over, uri, m)
				} else if refused {
					if e["code"] != -32602. {
						t.Errorf("%s, %s: %v", over, uri, e)
					}
					mustContain(t, e["message"], "no updates are sent of the resource")
				}
			}
		}
	}
}
