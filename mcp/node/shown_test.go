package node

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/mcp/dashboard"

	"github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// kept is a memory that a test stored.
type kept struct {
	namespace string
	id        string
}

// TestANodeShowsAllShards: each node shows the dashboard's data and the resources of shards that others lead. A watcher of workspaces gets the events of those too, once each.
func TestANodeShowsAllShards(t *testing.T) {
	f := newFleet(t)
	namespaces := f.spread()
	heard := map[string]chan workspace.Entry{}
	for name, n := range f.nodes {
		e, err := n.Engine(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		heard[name] = make(chan workspace.Entry, 100)
		defer e.WatchWorkspaces(func(entry workspace.Entry) { heard[name] <- entry })()
	}
	var last kept
	for shard, namespace := range namespaces {
		var got struct {
			FingerprintID string `json:"fingerprintId"`
		}
		if err := f.call("a", "inject_context", map[string]any{"content": fmt.Sprintf("The lantern of shard %d hung at gate %d", shard, 7*shard), "rationale": "light", "namespace": namespace}, &got); err != nil {
			t.Fatal(err)
		}
		last = kept{namespace, got.FingerprintID}
		f.await("in mind", func() (bool, any) { // so that the workspaces are used in this order
			var w struct {
				Members []struct{ ID string }
			}
			err := f.call("b", "get_workspace", map[string]any{"namespace": namespace}, &w)
			return err == nil && len(w.Members) == 1, err
		})
	}
	for name, n := range f.nodes {
		t.Run("dashboard of "+name, func(t *testing.T) { f.dashboard(t, n, last) })
		t.Run("resources of "+name, func(t *testing.T) { f.resources(t, n, last) })
		t.Run("entries at "+name, func(t *testing.T) {
			want := map[string]bool{}
			for _, namespace := range namespaces {
				want[namespace] = true
			}
			for range shards {
				select {
				case e := <-heard[name]:
					if !want[e.Namespace] || e.Member.ID == (store.ID{}) || e.State == "" {
						t.Errorf("heard %+v, which is new once", e)
					}
					delete(want, e.Namespace)
				case <-time.After(patience):
					t.Fatalf("nothing is heard of %v", want)
				}
			}
			if len(heard[name]) > 0 {
				t.Errorf("heard again: %+v", <-heard[name])
			}
		})
	}
}

func (f *fleet) dashboard(t *testing.T, n *process, last kept) {
	data := dashboard.Data(dashboard.Options{Engine: n.Engine, Status: n.EngineStatus, Ready: n.Ready, Cluster: n.Glance})
	ask := func(method, path, body string) (int, string) {
		w := httptest.NewRecorder()
		data.ServeHTTP(w, httptest.NewRequest(method, "/dashboard/data/"+path, strings.NewReader(body)))
		return w.Code, w.Body.String()
	}
	for what, c := range map[string]struct{ method, path, body, says string }{
		"status":    {"GET", "status", "", `"leaderless":0`},
		"map":       {"POST", "show/map", `{"namespace":"*","kin":1}`, `"near"`},
		"days":      {"POST", "show/days", `{"namespace":"*"}`, fmt.Sprintf(`"memories":%d`, shards)},
		"strays":    {"POST", "show/strays", `{"namespace":"*"}`, `"measured":0`},
		"around":    {"POST", "show/around", `{"id":"` + last.id + `"}`, `"links":[]`},
		"one":       {"POST", "ask/get_memory", `{"id":"` + last.id + `"}`, "lantern"},
		"list":      {"POST", "ask/list_memories", `{"namespace":"*"}`, last.id},
		"search":    {"POST", "ask/search_graph", `{"namespace":"*","query":"lantern"}`, last.id},
		"workspace": {"POST", "ask/get_workspace", `{"namespace":"` + last.namespace + `"}`, last.id},
		"goals":     {"POST", "ask/get_goals", `{"namespace":"` + last.namespace + `"}`, `"goals":[]`},
		"tags":      {"POST", "ask/list_tags", `{"namespace":"*"}`, `"names":[]`},
	} {
		if code, body := ask(c.method, c.path, c.body); code != 200 || !strings.Contains(body, c.says) {
			t.Errorf("%s: %d %s, want %q", what, code, body, c.says)
		}
	}
}

func (f *fleet) resources(t *testing.T, n *process, last kept) {
	c, err := client.NewInProcessClient(n.server.Inner())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	hello := protocol.InitializeRequest{}
	hello.Params.ProtocolVersion = "2025-06-18"
	if _, err := c.Initialize(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	read := func(uri string) string {
		t.Helper()
		r := protocol.ReadResourceRequest{}
		r.Params.URI = uri
		got, err := c.ReadResource(t.Context(), r)
		if err != nil || len(got.Contents) != 1 {
			t.Fatalf("%s: %v, %v", uri, got, err)
		}
		return got.Contents[0].(protocol.TextResourceContents).Text
	}
	if w := read("memory://workspace"); !strings.Contains(w, `"namespace":"`+last.namespace+`"`) || !strings.Contains(w, last.id) {
		t.Errorf("the workspace that was looked at last is %s, want that of %s", w, last.namespace)
	}
	var stats struct {
		Store struct {
			AllMemories int `json:"all_memories"`
			Namespaces  int `json:"namespaces"`
		}
		Device struct{ Runs []string }
	}
	if body := read("memory://stats"); json.Unmarshal([]byte(body), &stats) != nil || stats.Store.AllMemories != shards || stats.Store.Namespaces != shards || len(stats.Device.Runs) == 0 {
		t.Errorf("stats %s", body)
	}
	if m := read("memory://" + last.namespace + "/" + last.id); !strings.Contains(m, "lantern") {
		t.Errorf("the memory is %s", m)
	}
	r := protocol.CompleteRequest{}
	r.Params.Ref = protocol.ResourceReference{Type: "ref/resource", URI: "memory://{namespace}/{id}"}
	r.Params.Argument.Name, r.Params.Argument.Value = "namespace", "space"
	if got, err := c.Complete(t.Context(), r); err != nil || len(got.Completion.Values) != shards {
		t.Errorf("completion: %+v, %v", got, err)
	}
}
