package main

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOwnersCommandsDoEverything: while an assistant's server owns the store, every command works, whatever tier the assistant has. The assistant, and a second one that goes
// through it, see only the tools of their tier.
func TestOwnersCommandsDoEverything(t *testing.T) {
	t.Parallel()
	data, work := filepath.Join(t.TempDir(), "store"), t.TempDir()
	first := assist(t, data, "--tools", "minimal")
	second := assist(t, data)
	first.ask("ping", "{}")
	id := asJSON(t, ok(t, data, "--json", "remember", "The deploy key rotates every 90 days.", "--why", "security"))["id"].(string)
	ok(t, data, "forget", id)
	ok(t, data, "restore", id)
	ok(t, data, "update", id, "--importance", "0.9")
	ok(t, data, "goal", "set", "Never lose a memory")
	if out := ok(t, data, "goal", "list"); !strings.Contains(out, "Never lose a memory") {
		t.Errorf("goals: %s", out)
	}
	file := filepath.Join(work, "all.jsonl")
	ok(t, data, "export", file)
	ok(t, data, "import", "--from", "jsonl", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ok(t, data, "forget", id[len(id)-8:], "--hard", "--yes")
	changed := strings.Replace(string(text), id, "01890a5d-ac96-774b-bcce-b302099a8057", 1) // a line with its own id that the store does not have
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := asJSON(t, ok(t, data, "--json", "import", "--from", "jsonl", file)); out["stored"] != 1.0 || out["failed"] != 0.0 {
		t.Errorf("import of an export whose lines bring their ids: %v", out)
	}
	ok(t, data, "get", "01890a5d")
	ok(t, data, "namespaces", "rename", "default", "mine")
	if out := ok(t, data, "list", "--namespace", "mine"); !strings.Contains(out, "01890a5d-ac96-774b-bcce-b302099a8057") {
		t.Errorf("after a rename: %s", out)
	}
	ok(t, data, "namespaces", "merge", "mine", "default")
	for _, command := range [][]string{{"meta", "status"}, {"meta", "log"}, {"status"}, {"tags"}, {"workspace"}, {"drift"}, {"goal", "list"}, {"goal", "discover"}, {"dream", "--dry-run"}, {"search", "key"}, {"namespaces"}, {"purge", "--dry-run"}, {"purge"}, {"check"}, {"check", "--secrets"}} {
		ok(t, data, command...)
	}
	archive := filepath.Join(work, "archive")
	if out := ok(t, data, "backup", "create", archive); !strings.Contains(out, "1 memory") {
		t.Errorf("backup: %s", out)
	}
	ok(t, data, "backup", "verify", archive)
	if _, errs, code := run(t, data, "backup", "create"); code == 0 || !strings.Contains(errs, "no folder is named") {
		t.Errorf("a backup without a folder: exit code %d, %s", code, errs)
	}
	checkLentPage(t, data)
	for _, a := range []*assistant{first, second} {
		var names []string
		for _, tool := range a.ask("tools/list", "{}")["tools"].([]any) {
			names = append(names, tool.(map[string]any)["name"].(string))
		}
		for _, hidden := range []string{"restore_memory", "store_memory", "create_backup", "open_dashboard"} {
			if slices.Contains(names, hidden) {
				t.Errorf("an assistant with minimal tools is offered %s", hidden)
			}
		}
	}
}

// checkLentPage: a server without an address serves the dashboard on demand, only for the holder of the link, at one address.
func checkLentPage(t *testing.T, data string) {
	t.Helper()
	link := strings.TrimSpace(ok(t, data, "dashboard"))
	if again := strings.TrimSpace(ok(t, data, "dashboard")); again != link {
		t.Errorf("asked again the dashboard is at %s, before at %s", again, link)
	}
	u, err := url.Parse(link)
	if err != nil || u.Hostname() != "127.0.0.1" {
		t.Fatalf("link %s, error %v", link, err)
	}
	token := strings.TrimPrefix(u.Fragment, "token=")
	u.Fragment = ""
	for _, c := range []struct {
		path, token, says string
		status            int
	}{
		{"", "", "<title>Asterism", 200},
		{"dashboard/data/status", token, `"ready":true`, 200},
		{"dashboard/data/status", "", "", 401},
		{"dashboard/data/status", token + "x", "", 401},
		{"mcp", token, "", 404},
		{"v1/models", token, "", 404},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, u.String()+c.path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+c.token)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != c.status || !strings.Contains(string(body), c.says) {
			t.Errorf("%q with token %q: %d %.200s", c.path, c.token, resp.StatusCode, body)
		}
	}
}

// TestOwnersCommandsBesideHTTP: a server over HTTP with few tools answers commands at its socket for commands.
func TestOwnersCommandsBesideHTTP(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data, "--tools", "minimal")
	id := asJSON(t, ok(t, data, "--json", "remember", "The build runs on two cores.", "--why", "machine"))["id"].(string)
	ok(t, data, "forget", id)
	ok(t, data, "restore", id)
	ok(t, data, "backup", "create", filepath.Join(t.TempDir(), "archive"))
	if link := strings.TrimSpace(ok(t, data, "dashboard")); !strings.HasPrefix(link, "http://127.0.0.1:") {
		t.Errorf("dashboard at %s", link)
	}
}
