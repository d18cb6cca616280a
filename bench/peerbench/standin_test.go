package peerbench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"asterism/bench/peers/node"
)

// asStandIn names the environment variable with which the test binary plays both servers: "1", or "lossy" for one that forgets every second memory that it acknowledges.
const asStandIn = "ASTERISM_PEERBENCH_STANDIN"

func TestMain(m *testing.M) {
	if os.Getenv(asStandIn) != "" {
		if err := playServer(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// standIn is a bench whose servers are mocks: the test binary.
func standIn(t *testing.T, how string) *bench {
	t.Helper()
	t.Setenv(asStandIn, how)
	s, err := sizesOf("small")
	if err != nil {
		t.Fatal(err)
	}
	return &bench{sizes: s, program: os.Args[0], dir: t.TempDir(), peers: &node.Packages{Dir: t.TempDir(), Node: os.Args[0]}}
}

// playServer is our program, by its sub-commands, or else the official server.
func playServer(args []string) error {
	switch {
	case args[0] == "ingest":
		text, err := os.ReadFile(args[3])
		if err != nil {
			return err
		}
		return openLineStore(args[2]).put(strings.Split(strings.TrimSpace(string(text)), "\n")...)
	case args[0] == "serve" && strings.Contains(strings.Join(args, " "), "--http"):
		return serveLineStore(openLineStore(args[2]))
	case args[0] == "serve":
		return server.ServeStdio(openLineStore(args[2]).server())
	}
	return server.ServeStdio(openLineStore(os.Getenv("MEMORY_FILE_PATH")).server())
}

// serveLineStore serves over HTTP until it is interrupted.
func serveLineStore(s *lineStore) error {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	h := httptest.NewServer(server.NewStreamableHTTPServer(s.server()))
	fmt.Fprintln(os.Stderr, "some words first")
	fmt.Fprintln(os.Stderr, serves+h.URL+"/mcp")
	<-stop
	return nil
}

// lineStore keeps memories as lines of a file, with a lock within one process.
type lineStore struct {
	mu    sync.Mutex
	path  string
	lossy bool
	n     int
}

func openLineStore(path string) *lineStore {
	return &lineStore{path: filepath.Clean(path) + ".lines", lossy: os.Getenv(asStandIn) == "lossy"}
}

func (s *lineStore) put(lines ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := os.OpenFile(s.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, l := range lines {
		if s.n++; s.lossy && s.n%2 == 0 {
			continue
		}
		if _, err := fmt.Fprintln(f, l); err != nil {
			return err
		}
	}
	return nil
}

// lines are those of the file, and of the official server's own file that was filled before it started.
func (s *lineStore) lines() (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range []string{s.path, strings.TrimSuffix(s.path, ".lines")} {
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		scan := bufio.NewScanner(f)
		for scan.Scan() {
			out = append(out, scan.Text())
		}
		f.Close()
	}
	return out
}

// record is a line: ours has content and may have an id, the official server's is an entity.
type record struct {
	ID, Content string
	entity
}

// records are the memories for which a condition holds.
func (s *lineStore) records(holds func(record) bool) (out []record) {
	for _, l := range s.lines() {
		var r record
		if json.Unmarshal([]byte(l), &r) == nil && holds(r) {
			out = append(out, r)
		}
	}
	return out
}

// holding reports whether a memory contains a text, whatever its letters' case.
func holding(text string) func(record) bool {
	return func(r record) bool {
		return strings.Contains(strings.ToLower(r.Content+strings.Join(r.Observations, " ")), strings.ToLower(text))
	}
}

// server has the tools of both sides that the benchmark calls.
func (s *lineStore) server() *server.MCPServer {
	srv := server.NewMCPServer("stand-in", "1")
	add := func(name string, do func(arguments map[string]any) (any, error)) {
		srv.AddTool(mcp.NewTool(name), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			v, err := do(r.GetArguments())
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			return mcp.NewToolResultStructuredOnly(v), nil
		})
	}
	add("store_memory", func(a map[string]any) (any, error) {
		s.mu.Lock()
		s.n += 2
		id := fmt.Sprintf("%d-%d", os.Getpid(), s.n)
		s.mu.Unlock()
		line, err := json.Marshal(map[string]any{"id": id, "content": a["content"]})
		if err != nil {
			return nil, err
		}
		return map[string]any{"fingerprintId": id}, s.put(string(line))
	})
	add("get_memory", func(a map[string]any) (any, error) {
		for _, r := range s.records(func(r record) bool { return r.ID == a["id"] }) {
			return map[string]any{"content": r.Content}, nil
		}
		return nil, fmt.Errorf("no memory %v", a["id"])
	})
	add("search_graph", func(a map[string]any) (any, error) {
		found := []any{}
		for _, r := range s.records(holding(a["query"].(string))) {
			found = append(found, map[string]any{"content": r.Content})
		}
		return map[string]any{"results": found}, nil
	})
	add("create_entities", func(a map[string]any) (any, error) {
		for _, e := range a["entities"].([]any) {
			line, err := json.Marshal(e)
			if err == nil {
				err = s.put(string(line))
			}
			if err != nil {
				return nil, err
			}
		}
		return a, nil
	})
	add("add_observations", func(a map[string]any) (any, error) {
		return map[string]any{"results": []any{map[string]any{"addedObservations": []string{"one"}}}}, nil
	})
	entities := func(text string) (any, error) {
		found := []entity{}
		for _, r := range s.records(holding(text)) {
			found = append(found, r.entity)
		}
		return map[string]any{"entities": found}, nil
	}
	add("search_nodes", func(a map[string]any) (any, error) { return entities(a["query"].(string)) })
	add("read_graph", func(map[string]any) (any, error) { return entities("") })
	return srv
}
