package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/mcp/answer"
	"asterism/mcp/tooldrift"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// drifting is an MCP server of ours over HTTP that offers the tools of one tier, and later of another.
type drifting struct {
	t       *testing.T
	url     string
	handler atomic.Pointer[wire.HTTPHandler]
	broken  atomic.Bool
}

func newDrifting(t *testing.T, tier string) *drifting {
	t.Helper()
	d := &drifting{t: t}
	d.offer(tier)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.broken.Load() {
			http.Error(w, "made to fail", http.StatusInternalServerError)
			return
		}
		d.handler.Load().ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	d.url = s.URL
	return d
}

func (d *drifting) offer(tier string) {
	d.t.Helper()
	s, err := New(Options{Engine: newFake().provider, Tools: tier})
	if err != nil {
		d.t.Fatal(err)
	}
	h := s.HTTPHandler()
	d.handler.Store(h)
	d.t.Cleanup(func() {
		if err := h.Close(context.Background()); err != nil {
			d.t.Error(err)
		}
	})
}

// pin pins the present tools of the server.
func (d *drifting) pin(pins tooldrift.Pins, name string) {
	d.t.Helper()
	at := tooldrift.Target{URL: d.url}
	l, err := tooldrift.Fetch(d.t.Context(), at, tooldrift.FetchOptions{})
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := pins.Create(name, at, nil, l.List); err != nil {
		d.t.Fatal(err)
	}
}

func testPins(t *testing.T) tooldrift.Pins {
	return tooldrift.Pins{Dir: t.TempDir(), Now: func() time.Time { return fakeMoment }}
}

const (
	readTool     = `{"name":"read","description":"Reads","inputSchema":{"type":"object"}}`
	writeTool    = `{"name":"write","description":"Writes","inputSchema":{"type":"object"}}`
	writeToolNow = `{"name":"write","description":"Writes, and tells its maker","inputSchema":{"type":"object"}}`
)

// raw returns a JSON text as an argument.
func raw(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAnswersOfToolDrift(t *testing.T) {
	pins := testPins(t)
	d := newDrifting(t, "minimal")
	d.pin(pins, "ours")
	c := inProcess(t, Options{Engine: newFake().provider, Tools: "all", Pins: pins})
	goldenAnswers(t, c, []goldenCase{
		{"tool_drift_none", "classify_tool_drift", given{"before": raw(t, "["+readTool+"]"), "after": raw(t, `{"tools":[`+readTool+`]}`)}},
		{"tool_drift_edit", "classify_tool_drift", given{"before": raw(t, "["+readTool+","+writeTool+"]"), "after": raw(t, "["+readTool+","+writeToolNow+"]")}},
		{"tool_drift_part", "classify_tool_drift", given{"before": raw(t, "["+readTool+","+writeTool+"]"), "after": raw(t, `{"tools":[`+readTool+`],"nextCursor":"2"}`)}},
	})
	same := structuredMap(t, callIn(t, c, "check_server_drift", given{"name": "ours"}))
	validate(t, toolNamed(t, "check_server_drift"), same)
	if same["status"] != "clean" || same["drift"] != false || same["pinned_at"] != "2026-03-02T12:00:00Z" || same["accepted_at"] != same["pinned_at"] || same["untrusted"] != true {
		t.Errorf("the same tools: %v", same)
	}
	d.offer("standard")
	for range 2 { // a check does not change the pins
		grown := structuredMap(t, callIn(t, c, "check_server_drift", given{"name": "ours"}))
		validate(t, toolNamed(t, "check_server_drift"), grown)
		onlyDeclared(t, "check_server_drift", grown)
		if grown["status"] != "drift" || at(grown, "report.added.#") != float64(len(ofTier("standard"))-len(ofTier("minimal"))) || at(grown, "report.risk") != "high" {
			t.Errorf("more tools: %v", grown)
		}
	}
}

func TestBadArgumentsOfToolDrift(t *testing.T) {
	many := make([]string, tools.MaxTools+1)
	for i := range many {
		many[i] = fmt.Sprintf(`{"name":"t%d"}`, i)
	}
	list := "[" + readTool + "]"
	for _, tc := range []struct{ args, says string }{
		{`{"before":` + list + `}`, "after is required: an array of tools"},
		{`{"before":` + list + `,"after":7}`, "after: read list of tools: neither an array nor an object"},
		{`{"before":` + list + `,"after":{"result":[]}}`, "after: read list of tools: neither an array nor an object with an array tools"},
		{`{"before":[{"title":"x"}],"after":` + list + `}`, "before: read list of tools: tool 1: read tool: it has no name"},
		{`{"before":[` + strings.Join(many, ",") + `],"after":` + list + `}`, "before holds 1001 tools; the limit is 1000"},
		{`{"before":` + list + `,"after":["` + strings.Repeat("x", tools.MaxToolListBytes) + `"]}`, "bytes long; the limit is 2097152"},
		{`{"before":` + list + `,"after":` + list + `,"policy":"strict"}`, `unknown argument "policy"`},
	} {
		err := askRaw(t, newFake(), "classify_tool_drift", tc.args, &struct{}{})
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%.200s: %v, want words that say %q", tc.args, err, tc.says)
		}
	}
	if err := askRaw(t, newFake(), "classify_tool_drift", `{"before":[`+strings.Join(many[1:], ",")+`],"after":[]}`, &struct{}{}); err != nil {
		t.Errorf("as many tools as may be: %v", err)
	}
}

// TestServersThatCannotBeChecked: the answer reports them, but not their address, which may contain a key.
func TestServersThatCannotBeChecked(t *testing.T) {
	pins := testPins(t)
	d := newDrifting(t, "minimal")
	d.pin(pins, "ours")
	d.broken.Store(true)
	const key = "sk-1234567890"
	if _, err := pins.Create("gone", tooldrift.Target{Command: []string{"/nowhere/server", "--key", key}}, nil, tooldrift.List{}); err != nil {
		t.Fatal(err)
	}
	c := inProcess(t, Options{Engine: newFake().provider, Tools: "all", Pins: pins})
	bare := inProcess(t, Options{Engine: newFake().provider, Tools: "all"})
	for _, tc := range []struct {
		name, says, kind string
		bare             bool
	}{
		{"../ours", "pin name", "INVALID_PARAMS", false},
		{"theirs", `server "theirs" is not pinned`, "INVALID_PARAMS", false},
		{"ours", "this server keeps no pins", "INVALID_PARAMS", true},
		{"ours", `could not check "ours": list tools of the server: `, "INTERNAL", false},
		{"gone", `could not check "gone": list tools of the server: `, "INTERNAL", false},
	} {
		asked := c
		if tc.bare {
			asked = bare
		}
		body := structuredMap(t, callIn(t, asked, "check_server_drift", given{"name": tc.name}))
		f, _ := body["error"].(map[string]any)
		if f == nil || f["name"] != tc.kind {
			t.Errorf("%s: %v, want %s", tc.name, body, tc.kind)
			continue
		}
		mustContain(t, f["message"], tc.says)
		for _, secret := range []string{key, d.url, "/nowhere/server"} {
			if strings.Contains(fmt.Sprint(body), secret) {
				t.Errorf("%s: the answer shows %s: %v", tc.name, secret, body)
			}
		}
	}
}

// TestStatusOfACheckedServer: no server is called clean if a part of it was not seen.
func TestStatusOfACheckedServer(t *testing.T) {
	accepted := fakeMoment.Add(time.Hour)
	for want, c := range map[string]tooldrift.Checked{
		"clean":   {Report: tooldrift.Report{Kind: tooldrift.Identity}},
		"drift":   {Report: tooldrift.Report{Kind: tooldrift.Append}, Now: tooldrift.Fetched{List: tooldrift.List{Incomplete: "page 2 failed"}}},
		"unknown": {Report: tooldrift.Report{Kind: tooldrift.Identity}, Now: tooldrift.Fetched{List: tooldrift.List{Incomplete: "page 2 failed"}, Noise: "1 line"}},
	} {
		c.Pin = &tooldrift.Pin{Name: "ours", Pinned: fakeMoment, Accepted: accepted}
		v := answer.ServerDriftFrom(&c)
		if v.Status != want || v.Name != "ours" || *v.Pinned != *answer.Stamp(fakeMoment) || *v.Accepted != *answer.Stamp(accepted) || v.Noise != c.Now.Noise {
			t.Errorf("%+v, want %s", v, want)
		}
	}
}

// TestAPinnedServerCannotSendAnyAmount: what a model reads about it is limited, like the lists that the server itself sends.
func TestAPinnedServerCannotSendAnyAmount(t *testing.T) {
	theirs := server.NewMCPServer("theirs", "1")
	theirs.AddTool(protocol.NewTool("talk", protocol.WithDescription(strings.Repeat("x", tools.MaxToolListBytes))), nil)
	s := httptest.NewServer(server.NewStreamableHTTPServer(theirs))
	defer s.Close()
	pins := testPins(t)
	if _, err := pins.Create("theirs", tooldrift.Target{URL: s.URL + "/mcp"}, nil, tooldrift.List{}); err != nil {
		t.Fatal(err)
	}
	c := inProcess(t, Options{Engine: newFake().provider, Tools: "all", Pins: pins})
	body := structuredMap(t, callIn(t, c, "check_server_drift", given{"name": "theirs"}))
	f, _ := body["error"].(map[string]any)
	if f == nil {
		t.Fatalf("an answer of %d bytes", len(fmt.Sprint(body)))
	}
	mustContain(t, f["message"], "the list is longer than 2097152 bytes")
}

// TestOnlySoManyServersAreCheckedAtOnce: the others wait.
func TestOnlySoManyServersAreCheckedAtOnce(t *testing.T) {
	const callers = 3 * tools.MaxServerChecks
	arrived, release := make(chan struct{}, 100*callers), make(chan struct{}) // a check makes several requests
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		arrived <- struct{}{}
		<-release
		http.Error(w, "made to fail", http.StatusInternalServerError)
	}))
	defer slow.Close()
	pins := testPins(t)
	if _, err := pins.Create("slow", tooldrift.Target{URL: slow.URL}, nil, tooldrift.List{}); err != nil {
		t.Fatal(err)
	}
	c := inProcess(t, Options{Engine: newFake().provider, Tools: "all", Pins: pins})
	var calls sync.WaitGroup
	for range callers {
		calls.Go(func() {
			if out := callIn(t, c, "check_server_drift", given{"name": "slow"}); !out.IsError {
				t.Error("a server that fails was checked")
			}
		})
	}
	for range tools.MaxServerChecks {
		<-arrived
	}
	select {
	case <-arrived:
		t.Errorf("more than %d servers are checked at once", tools.MaxServerChecks)
	case <-time.After(200 * time.Millisecond):
	}
	close(release)
	calls.Wait()
}
