package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"asterism/engine"

	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// changed are facts that changed: the statements of 2025, of May and of November 2026, and a question for the current one.
var changed = []struct {
	said     [3]string
	question string
}{
	{[3]string{"API rate limit: 50/min.", "API rate limit: 100/min.", "API rate limit raised to 300."}, "current API rate limit"},
	{[3]string{"Releases are cut on Mondays.", "Releases are cut on Wednesdays.", "Releases are cut every day now."}, "when are releases cut now?"},
	{[3]string{"The cache holds entries for 60 seconds.", "The cache holds entries for 5 minutes.", "Cache entries live for one hour."}, "current lifetime of cache entries"},
	{[3]string{"Maya owns the billing service.", "Chidi owns the billing service.", "The billing service belongs to Hana."}, "who owns the billing service these days?"},
	{[3]string{"Uploads may be 5 MB.", "Uploads may be 20 MB.", "Uploads may be 2 GB since we stream them."}, "how large may uploads be now?"},
	{[3]string{"Sessions end after 15 minutes.", "Sessions end after 8 hours.", "Sessions no longer end by themselves."}, "when do sessions end, as of today?"},
	{[3]string{"The queue is RabbitMQ.", "The queue is Kafka.", "We replaced the queue with NATS."}, "which queue do we currently use?"},
	{[3]string{"Backups go to Frankfurt.", "Backups go to Dublin.", "Backups go to Frankfurt and to Dublin."}, "where do backups go now?"},
	{[3]string{"Node 16 is required.", "Node 18 is required.", "Node 22 is required."}, "which Node is required at the moment?"},
	{[3]string{"Two approvals are needed for a merge.", "One approval is needed for a merge.", "Merges need no approval when the bot is green."}, "how many approvals does a merge need now?"},
	{[3]string{"Support answers within 3 days.", "Support answers within 24 hours.", "Support answers within an hour."}, "how fast does support currently answer?"},
}

// TestTheNewestOfWhatContradictsThroughAServer: the server offers what may be replaced. After a client has confirmed it, answers show the current statement and fold the others
// under it.
func TestTheNewestOfWhatContradictsThroughAServer(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{Now: func() time.Time { return now }})), Tools: "all"})
	offered := 0
	for i, c := range changed {
		var ids []any
		for k, text := range c.said {
			args := map[string]any{"content": text, "rationale": "a test", "timestamp": []string{"2025-04-02", "2026-05-11", "2026-11-03"}[k]}
			tool := []string{"store_memory", "inject_context"}[(i+k)%2]
			body, refused := s.call(tool, args)
			if refused != nil || body["error"] != nil {
				t.Fatalf("%s: %v %v", text, refused, body["error"])
			}
			ids = append(ids, body["fingerprintId"])
			if k == 0 {
				continue
			}
			if list, ok := body["may_supersede"].([]any); ok && at(list[0], "id") == ids[k-1] {
				offered++
			}
			if body, refused = s.call("update_memory", map[string]any{"id": ids[k], "supersedes": []any{ids[k-1]}}); refused != nil || body["error"] != nil {
				t.Fatalf("%s: %v %v", text, refused, body["error"])
			}
		}
		body, text := s.said("search_graph", map[string]any{"query": c.question})
		if at(body, "results.0.id") != ids[2] || at(body, "results.0.supersedes.#") != 2. {
			t.Errorf("%s %v", c.question, at(body, "results.0"))
		}
		if line := strings.Split(text, "\n")[1]; !strings.Contains(line, c.said[2]) || !strings.Contains(line, "replaces 2 older: ") || !strings.Contains(line, c.said[1]+" (2026-05-11)") {
			t.Errorf("%s in words: %s", c.question, line)
		}
		if n := strings.Count(text, fmt.Sprint(ids[0])[28:]); n != 1 {
			t.Errorf("%s names the first statement %d times, want once, in its chain", c.question, n)
		}
		if body, _ = s.call("search_graph", map[string]any{"query": c.question, "as_of": "2026-05-11"}); at(body, "results.0.id") != ids[1] {
			t.Errorf("%s as of May: %v", c.question, at(body, "results.0"))
		}
		if body, _ = s.call("get_memory", map[string]any{"id": ids[0]}); at(body, "chain.superseded_by.0.id") != ids[2] || at(body, "chain.not_current") != true {
			t.Errorf("chain of %s %v", c.said[0], at(body, "chain"))
		}
	}
	t.Logf("offered %d of %d", offered, 2*len(changed))
	if offered < len(changed) {
		t.Errorf("offered %d of %d", offered, 2*len(changed))
	}
}

// said calls a tool and returns its structured content, and the text that a model reads.
func (s *speaker) said(tool string, args map[string]any) (body map[string]any, text string) {
	s.t.Helper()
	s.n++
	answer, err := s.tr.SendRequest(s.t.Context(), transport.JSONRPCRequest{
		JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(s.n), Method: string(protocol.MethodToolsCall),
		Params: map[string]any{"name": tool, "arguments": args},
	})
	if err != nil || answer.Error != nil {
		s.t.Fatalf("%s: %v, %v", tool, err, answer.Error)
	}
	var result struct {
		Structured map[string]any `json:"structuredContent"`
		Content    []struct{ Text string }
	}
	if err := json.Unmarshal(answer.Result, &result); err != nil || len(result.Content) != 1 {
		s.t.Fatalf("%s: %v, %d texts", tool, err, len(result.Content))
	}
	return result.Structured, result.Content[0].Text
}
