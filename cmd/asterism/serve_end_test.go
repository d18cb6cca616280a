package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// writing stores memories at a server until the server reports its end, or has gone; acknowledged gets what the server has confirmed.
func writing(t *testing.T, address, token string, writer int, acknowledged *sync.Map, count *atomic.Int64) {
	for i := 0; ; i++ {
		text := fmt.Sprintf("writer %d noted depot %d before the server was asked to end", writer, i)
		call := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"store_memory","arguments":{"content":%q,"rationale":"load"},`+
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`, i, text)
		r, err := http.NewRequest(http.MethodPost, address, strings.NewReader(call))
		if err != nil {
			t.Error(err)
			return
		}
		for name, value := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Authorization": "Bearer " + token,
			"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "store_memory"} {
			r.Header.Set(name, value)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return // it has gone
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		switch {
		case err != nil:
			t.Errorf("an answer broke off: %v", err)
			return
		case resp.StatusCode == http.StatusServiceUnavailable:
			return // it is ending
		case strings.Contains(string(body), "warming up"):
			continue
		}
		var answer struct {
			Result struct {
				IsError bool `json:"isError"`
				Content struct {
					ID string `json:"fingerprintId"`
				} `json:"structuredContent"`
			} `json:"result"`
		}
		if err := json.Unmarshal(body, &answer); err != nil || answer.Result.IsError || answer.Result.Content.ID == "" {
			t.Errorf("status %d, %v: %s", resp.StatusCode, err, body)
			return
		}
		acknowledged.Store(text, answer.Result.Content.ID)
		count.Add(1)
	}
}

// stored returns the contents of a store: text → id.
func stored(t *testing.T, data string) map[string]string {
	t.Helper()
	all, cursor := map[string]string{}, ""
	for {
		args := []string{"--json", "list", "--limit", "200"}
		if cursor != "" {
			args = append(args, "--cursor", cursor)
		}
		page := asJSON(t, ok(t, data, args...))
		for _, m := range page["memories"].([]any) {
			m := m.(map[string]any)
			all[m["content"].(string)] = m["id"].(string)
		}
		if cursor, _ = page["next_cursor"].(string); cursor == "" {
			return all
		}
	}
}

// TestTheEndUnderLoadLosesNothing: SIGTERM while eight writers store. Every acknowledged memory is there afterwards, the store is sound, and the exit code is 0.
func TestTheEndUnderLoadLosesNothing(t *testing.T) {
	const writers, enough = 8, 60
	data := filepath.Join(t.TempDir(), "store")
	address, server := serving(t, data)
	token, err := os.ReadFile(filepath.Join(data, "token"))
	if err != nil {
		t.Fatal(err)
	}
	var acknowledged sync.Map
	var count atomic.Int64
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() { writing(t, address, strings.TrimSpace(string(token)), w, &acknowledged, &count) })
	}
	for end := time.Now().Add(time.Minute); count.Load() < enough && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if err := server.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v, want exit code 0", err)
	}
	if n := count.Load(); n < enough {
		t.Fatalf("%d memories were acknowledged, want %d", n, enough)
	}
	there := stored(t, data)
	acknowledged.Range(func(text, id any) bool {
		if there[text.(string)] != id {
			t.Errorf("%q was acknowledged as %v and is stored as %q", text, id, there[text.(string)])
		}
		return true
	})
	if report := asJSON(t, ok(t, data, "--json", "check")); report["damage"] != nil || report["memories"] != float64(len(there)) {
		t.Errorf("check: %v, want %d memories and no damage", report, len(there))
	}
}

// TestASecondSignalEndsAtOnce: while the first waits for a call that does not end.
func TestASecondSignalEndsAtOnce(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, server := serving(t, data, "--end-within", "1h", "--no-token")
	// A request whose body does not come stays running until its deadline.
	body, hold := io.Pipe()
	defer func() { _ = hold.Close() }()
	go func() {
		resp, err := http.Post(address, "application/json", body)
		if err == nil {
			_ = resp.Body.Close()
		}
	}()
	if _, err := hold.Write([]byte("{")); err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(address, "/mcp")
	status := func(path string) string {
		resp, err := http.Get(base + path)
		if err != nil {
			return err.Error()
		}
		defer func() { _ = resp.Body.Close() }()
		said, _ := io.ReadAll(resp.Body)
		return string(said)
	}
	await := func(path, what string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !strings.Contains(status(path), what); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s does not say %q", path, what)
			}
		}
	}
	await("/metrics", "asterism_http_requests 1")
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	await("/readyz", "shutting down")
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait()
	if st, ok := server.ProcessState.Sys().(syscall.WaitStatus); !ok || !st.Signaled() || st.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v, want by the signal", server.ProcessState)
	}
}

// TestStdioEndsAsItsInputDoes: SIGTERM and the end of input have the same effect: running calls are answered, and the exit code is 0.
func TestStdioEndsAsItsInputDoes(t *testing.T) {
	for name, end := range map[string]func(cmd *exec.Cmd, in io.Closer) error{
		"end of input": func(_ *exec.Cmd, in io.Closer) error { return in.Close() },
		"SIGTERM":      func(cmd *exec.Cmd, _ io.Closer) error { return cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "store")
			cmd := program(context.Background(), data, "serve", "--end-within", "1m")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			lines.Buffer(nil, 1<<24)
			ask := func(line string) {
				t.Helper()
				if _, err := io.WriteString(in, line+"\n"); err != nil {
					t.Fatal(err)
				}
			}
			// The answer to a first memory shows that the store is open; the others are in flight when the end comes.
			const call, calls = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"store_memory","arguments":{"content":"note %d of a session that ends","rationale":"end"}}}`, 40
			ask(fmt.Sprintf(call, 0, 0))
			if !lines.Scan() || !strings.Contains(lines.Text(), `"id":0`) {
				t.Fatalf("first answer: %s", lines.Text())
			}
			var all strings.Builder
			for i := 1; i <= calls; i++ {
				fmt.Fprintf(&all, call+"\n", i, i)
			}
			ask(strings.TrimSuffix(all.String(), "\n"))
			said := 1
			for lines.Scan() {
				if said++; said == 2 {
					if err := end(cmd, in); err != nil {
						t.Fatal(err)
					}
				}
				if strings.Contains(lines.Text(), `"isError":true`) || strings.Contains(lines.Text(), `"error":`) {
					t.Errorf("answer: %s", lines.Text())
				}
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("exit: %v, want code 0", err)
			}
			if name == "end of input" && said != 1+calls {
				t.Errorf("%d answers, want all %d", said, 1+calls)
			}
			if there := stored(t, data); len(there) != said {
				t.Errorf("%d memories are stored, and %d were acknowledged", len(there), said)
			}
		})
	}
}
