package mcp

import (
	"testing"

	"asterism/engine"
)

// TestARefusalHasThePulseOfItsNamespace: of the namespace that the call names, which may differ much from the default one.
func TestARefusalHasThePulseOfItsNamespace(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	c.handshake()
	if _, failed := content(t, c.call(1, "inject_context", `{"content":"The API rate limit is 100.","rationale":"note","namespace":"payments"}`)); failed {
		t.Fatal("not stored")
	}
	for n, tc := range []struct {
		namespace string
		entropy   float64
	}{{"payments", 1}, {"default", 0}, {"nobody", 0}} {
		body, failed := content(t, c.call(n+2, "search_graph", `{"query":"rate limit","cursor":"none","namespace":"`+tc.namespace+`"}`))
		if got := at(body, "_cognitive_pulse.entropy"); !failed || got != tc.entropy {
			t.Errorf("%s: entropy %v (failed: %v), want %v", tc.namespace, got, failed, tc.entropy)
		}
	}
}
