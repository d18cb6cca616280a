package metrics

import (
	"context"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/background"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// TestBackgroundScrape: each loop's failures and last success. The error is left out, since it may name a namespace.
func TestBackgroundScrape(t *testing.T) {
	st := &engine.Status{Background: []background.State{
		{Name: "dreaming", Failures: 7, InARow: 3, LastSuccess: time.UnixMilli(1234567890500), LastError: "namespace secret: odd"}, {Name: "tidying"}}}
	_, body := scrape(func(context.Context) (*engine.Status, error) { return st, nil })
	for _, line := range []string{
		`asterism_background_failures_total{loop="dreaming"} 7`, `asterism_background_failures_total{loop="tidying"} 0`,
		`asterism_background_last_success_timestamp_seconds{loop="dreaming"} 1.2345678905e+09`,
	} {
		if !strings.Contains(body, "\n"+line+"\n") {
			t.Errorf("no line %s in\n%s", line, body)
		}
	}
	if strings.Contains(body, `last_success_timestamp_seconds{loop="tidying"}`) || strings.Contains(body, "secret") {
		t.Errorf("a success that was none, or a namespace is told:\n%s", body)
	}
	problems, err := promlint.New(strings.NewReader(body)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
}
