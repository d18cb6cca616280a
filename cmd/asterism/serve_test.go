package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// talk runs one client's session: handshake, tools, a memory stored, found, read and forgotten, and a mistake.
func talk(t *testing.T, c *client.Client) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = "2025-11-25"
	hello.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		t.Fatal(err)
	}
	tools, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil || len(tools.Tools) < 6 {
		t.Fatalf("tools: %v %v", tools, err)
	}
	call := func(name string, args map[string]any) (map[string]any, bool) {
		t.Helper()
		var r mcp.CallToolRequest
		r.Params.Name, r.Params.Arguments = name, args
		res, err := c.CallTool(ctx, r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		b, _ := json.Marshal(res.StructuredContent)
		var v map[string]any
		if err := json.Unmarshal(b, &v); err != nil {
			t.Fatalf("%s: %v: %s", name, err, b)
		}
		return v, res.IsError
	}
	in, bad := call("inject_context", map[string]any{"content": "The quokka of Rottnest island smiles", "rationale": "fauna"})
	if bad || in["embedderCount"].(float64) != 13 || in["_cognitive_pulse"] == nil || len(in["johari"].([]any)) != 13 {
		t.Fatalf("inject_context: %v", in)
	}
	found, bad := call("search_graph", map[string]any{"query": "which animal smiles?", "include_content": true})
	if bad || !strings.Contains(fmt.Sprint(found), "quokka") {
		t.Fatalf("search_graph: %v", found)
	}
	if got, bad := call("get_memory", map[string]any{"id": in["fingerprintId"]}); bad || !strings.Contains(fmt.Sprint(got), "Rottnest") {
		t.Errorf("get_memory: %v", got)
	}
	if got, bad := call("inject_context", map[string]any{"content": "x", "rationale": "y", "importence": 1}); !bad || !strings.Contains(fmt.Sprint(got), "importance") {
		t.Errorf("a misspelt argument: %v", got)
	}
	if got, bad := call("forget_memory", map[string]any{"id": in["fingerprintId"], "hard": true}); bad {
		t.Errorf("forget_memory: %v", got)
	}
	if got, bad := call("get_memory", map[string]any{"id": in["fingerprintId"]}); !bad || !strings.Contains(fmt.Sprint(got), "-32010") {
		t.Errorf("get_memory of what is gone: %v", got)
	}
}

func TestServeOverStdio(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	c, err := client.NewStdioMCPClient(os.Args[0], []string{asProgram + "=1"}, "--data", data, "serve")
	if err != nil {
		t.Fatal(err)
	}
	talk(t, c)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if r := asJSON(t, ok(t, data, "--json", "check")); r["memories"].(float64) != 0 {
		t.Errorf("after a hard forget: %v", r)
	}
}

// TestAClientThatLeavesAtOnce closes standard input while the models load: that is no failure.
func TestAClientThatLeavesAtOnce(t *testing.T) {
	if out, errs, code := run(t, filepath.Join(t.TempDir(), "store"), "serve"); code != 0 || out != "" || errs != "" {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}

func TestServeOverHTTP(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := program(ctx, data, "serve", "--http", "127.0.0.1:0")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(errs)
	url := ""
	for url == "" && lines.Scan() {
		if _, v, ok := strings.Cut(lines.Text(), "serves MCP at "); ok {
			url = v
		}
	}
	go func() {
		for lines.Scan() {
		}
	}()
	if r, err := http.Post(url, "application/json", strings.NewReader("{}")); err != nil || r.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a token: %v %v, want 401", r, err)
	}
	token, err := os.ReadFile(filepath.Join(data, "token"))
	if err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(filepath.Join(data, "token")); info.Mode().Perm() != 0o600 {
		t.Errorf("the token can be read by others: %v", info.Mode())
	}
	checkPages(t, data, url, strings.TrimSpace(string(token)))
	c, err := client.NewStreamableHttpClient(url, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + strings.TrimSpace(string(token))}))
	if err != nil {
		t.Fatal(err)
	}
	talk(t, c)
	if _, said, code := run(t, data, "--connect", "off", "search", "x"); code != 1 || !strings.Contains(said, fmt.Sprint(cmd.Process.Pid)) {
		t.Errorf("a second process was not told the owner %d: exit code %d, %s", cmd.Process.Pid, code, said)
	}
	if said := ok(t, data, "doctor"); !strings.Contains(said, "not tried here: the store is open in process ") || strings.Contains(said, "stop it") {
		t.Errorf("doctor beside a running server says\n%s", said) // nothing has to be stopped
	}
	if d := asJSON(t, ok(t, data, "--json", "doctor")); d["well"] != true {
		t.Errorf("doctor beside a running server: %v", d)
	}
	_ = c.Close()
	cancel()
	if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != 0 {
		t.Errorf("after Ctrl-C: %v", err)
	}
}
