package metrics

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"asterism/engine"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

func TestCallsOfTools(t *testing.T) {
	failing := true
	calls := Calls(func() []Call {
		return []Call{{"search_graph", "ok", 3}, {"search_graph", "ok", 2}, {"store_memory", "STORAGE", 1}}
	}, func() bool { return failing })
	w := httptest.NewRecorder()
	Handler("1", func(context.Context) (*engine.Status, error) { return nil, nil }, nil, calls).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	body := w.Body.String()
	for _, line := range []string{`asterism_tool_calls_total{outcome="ok",tool="search_graph"} 5`, `asterism_tool_calls_total{outcome="STORAGE",tool="store_memory"} 1`, "asterism_store_failing 1"} {
		if !strings.Contains(body, "\n"+line+"\n") {
			t.Errorf("no line %s in %d %s", line, w.Code, body)
		}
	}
	problems, err := promlint.New(strings.NewReader(body)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
}
