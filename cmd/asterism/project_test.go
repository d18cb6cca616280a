package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"asterism/mcp/project"
)

// anyNamespace removes the tests' setting of the namespace, and returns the one found from this folder otherwise.
var anyNamespace = func() []string {
	from, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return []string{project.Variable + "=", "ASTERISM_MODELS=" + filepath.Join(from, "models", "compact"),
		"ASTERISM_ORT_LIB=" + cmp.Or(os.Getenv("ASTERISM_ORT_LIB"), filepath.Join(from, "third_party", "lib", "linux-"+runtime.GOARCH, "libonnxruntime.so.1"))}
}()

// repository makes a folder that looks like a git repository.
func repository(t *testing.T, path ...string) string {
	t.Helper()
	dir := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// okIn runs the program in a folder, and fails the test if it fails.
func okIn(t *testing.T, dir, data string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := program(ctx, data, args...)
	cmd.Dir, cmd.Env = dir, append(cmd.Env, anyNamespace...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("asterism %s: %v\n%s%s", strings.Join(args, " "), err, out.String(), errs.String())
	}
	return out.String()
}

// firstOf returns the content and the namespace of the first hit of a search.
func firstOf(t *testing.T, out string) (content, namespace string) {
	t.Helper()
	hits := asJSON(t, out)["hits"].([]any)
	if len(hits) == 0 {
		return "", ""
	}
	hit := hits[0].(map[string]any)
	return hit["content"].(string), hit["namespace"].(string)
}

// TestAProjectHasItsNamespace: commands in a project use its namespace and also search the default one. A second project with the same folder name gets another namespace, a named
// namespace wins, and outside of any project it is the default one.
func TestAProjectHasItsNamespace(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	data, none := filepath.Join(top, "store"), filepath.Join(top, "none")
	api, other := repository(t, top, "api"), repository(t, top, "work", "api")
	deep := filepath.Join(api, "cmd", "server")
	for _, dir := range []string{none, deep} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	okIn(t, none, data, "remember", "Tea is at four o'clock.", "--why", "habit")
	if out := okIn(t, deep, data, "remember", "The server listens on port 8080.", "--why", "setup"); !strings.Contains(out, "in namespace api\n") && !strings.Contains(out, "in namespace api;") {
		t.Errorf("remember in a project: %s", out)
	}
	okIn(t, other, data, "remember", "The other server listens on port 9090.", "--why", "setup")
	if content, namespace := firstOf(t, okIn(t, api, data, "--json", "search", "when is tea?")); namespace != "default" || !strings.Contains(content, "four") {
		t.Errorf("in the project, the default namespace is not searched: %q of %q", content, namespace)
	}
	if out := okIn(t, api, data, "search", "when is tea?"); !strings.Contains(out, "[default]") || !strings.Contains(out, "2 memories of api and default looked at") {
		t.Errorf("what lies beside is not marked: %s", out)
	}
	if out := okIn(t, api, data, "search", "which port does the server listen on?"); !strings.Contains(out, "8080") || strings.Contains(out, "9090") {
		t.Errorf("projects share what they know: %s", out)
	}
	if out := okIn(t, other, data, "list"); !strings.Contains(out, "9090") || strings.Contains(out, "8080") || strings.Contains(out, "Tea") {
		t.Errorf("list of the other project: %s", out)
	}
	if out := okIn(t, none, data, "list"); !strings.Contains(out, "Tea") || strings.Contains(out, "port") {
		t.Errorf("list outside of any project: %s", out)
	}
	if out := okIn(t, other, data, "search", "--namespace", "api", "which port?"); !strings.Contains(out, "8080") || strings.Contains(out, "9090") || strings.Contains(out, "Tea") {
		t.Errorf("a named namespace: %s", out)
	}
	if err := os.WriteFile(filepath.Join(other, project.Marker), []byte("teamwork\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := okIn(t, other, data, "remember", "A marker names the namespace.", "--why", "x"); !strings.Contains(out, "in namespace teamwork") {
		t.Errorf("with a marker: %s", out)
	}
}

// tellsPort searches with an assistant's server, and returns the namespace of the best hit.
func tellsPort(t *testing.T, a *assistant, more string) string {
	t.Helper()
	got := a.ask("tools/call", `{"name":"search_graph","arguments":{"query":"which port does it listen on?"`+more+`}}`)["structuredContent"].(map[string]any)
	results, found := got["results"].([]any)
	if !found {
		t.Fatalf("%v", got)
	}
	var all []string
	for _, r := range results {
		all = append(all, r.(map[string]any)["namespace"].(string)+": "+fmt.Sprint(r.(map[string]any)["snippet"]))
	}
	return strings.Join(all, "\n")
}

func (a *assistant) stores(content string) {
	a.t.Helper()
	if got := a.ask("tools/call", fmt.Sprintf(`{"name":"inject_context","arguments":{"content":%q,"rationale":"test"}}`, content)); got["isError"] == true {
		a.t.Fatalf("%v", got)
	}
}

// TestAssistantsAreAtHomeInTheirProjects: two assistants in two projects share a store, and each uses its own namespace. That also holds for the one whose messages go through the
// other's process, and after that has ended; --namespace wins.
func TestAssistantsAreAtHomeInTheirProjects(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	data := filepath.Join(top, "store")
	api, web := repository(t, top, "api"), repository(t, top, "web")
	first := assistIn(t, api, anyNamespace, "{}", data)
	first.stores("The api listens on port 8080.")
	second := assistIn(t, web, anyNamespace, "{}", data)
	second.stores("The web server listens on port 3000.")
	third := assistIn(t, web, anyNamespace, "{}", data, "--namespace", "mine")
	third.stores("My own thing listens on port 5555.")
	check := func(a *assistant, want string) {
		t.Helper()
		out := tellsPort(t, a, "")
		if !strings.HasPrefix(out, want+":") || strings.Contains(out, "\n") {
			t.Errorf("at home in %s, and finds %s", want, out)
		}
	}
	check(first, "api")
	check(second, "web")
	check(third, "mine")
	if out := tellsPort(t, second, `,"namespace":"api"`); !strings.HasPrefix(out, "api:") {
		t.Errorf("a named namespace: %s", out)
	}
	if out := okIn(t, web, data, "search", "which port?"); !strings.Contains(out, "3000") || strings.Contains(out, "8080") {
		t.Errorf("a command beside the server: %s", out)
	}
	_ = first.in.Close() // the next takes its place
	_ = first.cmd.Wait()
	check(second, "web")
	check(third, "mine")
}

// TestTheClientsFolderCounts: a client that lists its folders uses the project of the first, not that of its process, and another one when they change.
func TestTheClientsFolderCounts(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	data := filepath.Join(top, "store")
	api, web := repository(t, top, "api"), repository(t, top, "web app")
	owner := assistIn(t, api, anyNamespace, `{}`, data)
	owner.stores("The api listens on port 8080.")
	for name, dir := range map[string]string{"passed on": api, "alone": top} {
		a := assistIn(t, dir, anyNamespace, `{"roots":{"listChanged":true}}`, data)
		at := "file://" + strings.ReplaceAll(web, " ", "%20")
		a.tells(at, `{"name":"inject_context","arguments":{"content":"The web server listens on port 3000.","rationale":"test"}}`)
		if out := tellsPort(t, a, ""); !strings.HasPrefix(out, "web app:") || strings.Contains(out, "8080") {
			t.Errorf("%s: %s", name, out)
		}
		a.write(`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`)
		if got := fmt.Sprint(a.tells("file://"+api, `{"name":"list_memories","arguments":{}}`)); !strings.Contains(got, "8080") || strings.Contains(got, "3000") {
			t.Errorf("%s: after the folders have changed: %s", name, got)
		}
		_ = owner.in.Close()
		_ = owner.cmd.Wait()
	}
}

// tells calls a tool, and meanwhile answers the server's request for folders.
func (a *assistant) tells(folder, call string) map[string]any {
	a.t.Helper()
	a.begin("tools/call", call)
	line, err := a.out.ReadString('\n')
	if err != nil {
		a.t.Fatalf("%v\n%s", err, a.errs)
	}
	asked := asJSON(a.t, line)
	if asked["method"] != "roots/list" {
		a.t.Fatalf("the server does not ask for folders, it says %s", line)
	}
	a.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"result":{"roots":[{"uri":%q}]}}`, asked["id"], folder))
	return a.answer()
}

// TestServersOverHTTPHaveNoFolder: such a server's own folder is not its clients', so calls use the default namespace, or the one given to the server.
func TestServersOverHTTPHaveNoFolder(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{"default": nil, "team": {"--namespace", "team"}} {
		data := filepath.Join(t.TempDir(), "store")
		dir := repository(t, t.TempDir(), "api")
		address, _ := servingAs(t, func(ctx context.Context) *exec.Cmd {
			cmd := program(ctx, data, append([]string{"serve", "--no-token", "--http", "127.0.0.1:0"}, args...)...)
			cmd.Dir, cmd.Env = dir, append(cmd.Env, anyNamespace...)
			return cmd
		})
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"inject_context","arguments":{"content":"A note over HTTP.","rationale":"test"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`))
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "inject_context"} {
			r.Header.Set(name, v)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if out := okIn(t, t.TempDir(), data, "--json", "namespaces"); !strings.Contains(out, `"`+want+`"`) || strings.Contains(out, `"api"`) {
			t.Errorf("serve %v: %s\nafter %d %s", args, out, resp.StatusCode, body)
		}
	}
}
