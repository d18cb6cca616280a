package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tailscale/hujson"
	"pgregory.net/rapid"
)

var (
	program = Server{Command: "/opt/asterism", Args: []string{"serve", "--data", `C:\a "b"`}}
	address = Server{URL: "http://127.0.0.1:7737/mcp", Token: "secret"}
)

func client(t testing.TB, name string) Client {
	t.Helper()
	c, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestUserFiles(t *testing.T) {
	none := func(string) string { return "" }
	for _, c := range []struct {
		name string
		m    Machine
		want string
	}{
		{"claude-code", Machine{"linux", "/home/a", none}, "/home/a/.claude.json"},
		{"claude-code", Machine{"linux", "/home/a", func(k string) string { return map[string]string{"CLAUDE_CONFIG_DIR": "/c"}[k] }}, "/c/.claude.json"},
		{"claude-desktop", Machine{"linux", "/home/a", none}, "/home/a/.config/Claude/claude_desktop_config.json"},
		{"claude-desktop", Machine{"darwin", "/Users/a", none}, "/Users/a/Library/Application Support/Claude/claude_desktop_config.json"},
		{"vscode", Machine{"linux", "/home/a", func(k string) string { return map[string]string{"XDG_CONFIG_HOME": "/x"}[k] }}, "/x/Code/User/mcp.json"},
		{"cursor", Machine{"linux", "/home/a", none}, "/home/a/.cursor/mcp.json"},
		{"codex", Machine{"linux", "/home/a", none}, "/home/a/.codex/config.toml"},
		{"windsurf", Machine{"linux", "/home/a", none}, "/home/a/.codeium/windsurf/mcp_config.json"},
		{"zed", Machine{"darwin", "/Users/a", none}, "/Users/a/.config/zed/settings.json"},
		{"gemini-cli", Machine{"linux", "/home/a", none}, "/home/a/.gemini/settings.json"},
		{"opencode", Machine{"linux", "/home/a", func(k string) string { return map[string]string{"XDG_CONFIG_HOME": "/x"}[k] }}, "/x/opencode/opencode.json"},
		{"continue", Machine{"linux", "/home/a", none}, ""},
	} {
		if got := client(t, c.name).UserFile(c.m); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if _, err := Find("emacs"); err == nil || !strings.Contains(err.Error(), "claude-code, claude-desktop, codex, continue, cursor, gemini-cli, opencode, vscode, windsurf, zed") {
		t.Errorf("an unknown client: %v", err)
	}
}

// TestAdd is the table of files before and after the change.
func TestAdd(t *testing.T) {
	const entryAtFour = "{\n      \"command\": \"/opt/asterism\",\n      \"args\": [\n        \"serve\",\n        \"--data\",\n        \"C:\\\\a \\\"b\\\"\"\n      ]\n    }"
	for name, c := range map[string]struct {
		client, before, after string
		server                Server
	}{
		"no file":        {"claude-desktop", "", "{\n  \"mcpServers\": {\n    \"asterism\": " + entryAtFour + "\n  }\n}\n", program},
		"an empty one":   {"claude-desktop", "{}", "{\n  \"mcpServers\": {\n    \"asterism\": " + entryAtFour + "\n  }\n}", program},
		"other settings": {"claude-desktop", "{\n  \"theme\": \"dark\"\n}\n", "{\n  \"theme\": \"dark\",\n  \"mcpServers\": {\n    \"asterism\": " + entryAtFour + "\n  }\n}\n", program},
		"other servers": {"claude-desktop", "{\n  \"mcpServers\": {\n    \"b\": { \"command\" :\"x\" }\n  },\n  \"z\": 1.50\n}",
			"{\n  \"mcpServers\": {\n    \"b\": { \"command\" :\"x\" },\n    \"asterism\": " + entryAtFour + "\n  },\n  \"z\": 1.50\n}", program},
		"another of ours": {"claude-desktop", "{\n  \"mcpServers\": {\n    \"asterism\": {\"command\": \"old\"},\n    \"b\": {}\n  }\n}", "{\n  \"mcpServers\": {\n    \"asterism\": " + entryAtFour + ",\n    \"b\": {}\n  }\n}", program},
		"comments": {"vscode", "{\n\t// mine\n\t\"servers\": {\n\t\t\"b\": {}, // b\n\t},\n}",
			"{\n\t// mine\n\t\"servers\": {\n\t\t\"b\": {}, // b\n\t\t\"asterism\": {\n\t\t\t\"type\": \"http\",\n\t\t\t\"url\": \"http://127.0.0.1:7737/mcp\",\n\t\t\t\"headers\": {\n\t\t\t\t\"Authorization\": \"Bearer secret\"\n\t\t\t}\n\t\t}\n\t},\n}", address},
		"an address of gemini":   {"gemini-cli", "{}", "{\n  \"mcpServers\": {\n    \"asterism\": {\n      \"httpUrl\": \"http://127.0.0.1:7737/mcp\",\n      \"headers\": {\n        \"Authorization\": \"Bearer secret\"\n      }\n    }\n  }\n}", address},
		"an address of windsurf": {"windsurf", "{}", "{\n  \"mcpServers\": {\n    \"asterism\": {\n      \"serverUrl\": \"http://127.0.0.1:7737/mcp\",\n      \"headers\": {\n        \"Authorization\": \"Bearer secret\"\n      }\n    }\n  }\n}", address},
		"a list of opencode":     {"opencode", "{\n  \"model\": \"m\", // mine\n}", "{\n  \"model\": \"m\", // mine\n  \"mcp\": {\n    \"servers\": {\n      \"asterism\": {\n        \"type\": \"local\",\n        \"command\": [\n          \"/opt/asterism\",\n          \"serve\",\n          \"--data\",\n          \"C:\\\\a \\\"b\\\"\"\n        ]\n      }\n    }\n  }\n}", program},
		"toml, none":             {"codex", "", "[mcp_servers.asterism]\nurl = 'http://127.0.0.1:7737/mcp'\nbearer_token_env_var = 'ASTERISM_TOKEN'\n", address},
		"toml, added":            {"codex", "model = \"x\" # mine\n\n[a]\nb = 1\n", "model = \"x\" # mine\n\n[a]\nb = 1\n\n[mcp_servers.asterism]\ncommand = '/opt/asterism'\nargs = ['serve', '--data', 'C:\\a \"b\"']\n", program},
		"toml, replaced": {"codex", "[mcp_servers.asterism]\ncommand = \"old\"\n[mcp_servers.asterism.env]\nA = \"b\"\n\n# the next\n[z]\nb = 1\n",
			"[mcp_servers.asterism]\nurl = 'http://127.0.0.1:7737/mcp'\nbearer_token_env_var = 'ASTERISM_TOKEN'\n\n# the next\n[z]\nb = 1\n", address},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "deep", "file")
			if c.before != "" {
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(c.before), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			e, err := client(t, c.client).Add(path, "asterism", c.server)
			if err != nil {
				t.Fatal(err)
			}
			if string(e.After) != c.after {
				t.Fatalf("got\n%s\nwant\n%s", e.After, c.after)
			}
			backup, err := e.Apply(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(path); string(got) != c.after {
				t.Errorf("the file holds %s", got)
			}
			if kept, _ := os.ReadFile(backup); (backup == "") != (c.before == "") || string(kept) != c.before {
				t.Errorf("the backup %q holds %s", backup, kept)
			}
			if name == "comments" {
				gone, err := client(t, c.client).Remove(path, "asterism")
				if want := "{\n\t// mine\n\t\"servers\": {\n\t\t\"b\": {} // b\n\t},\n}"; err != nil || string(gone.After) != want {
					t.Errorf("taken out again: %v\n%s", err, gone.After)
				}
			}
			again, err := client(t, c.client).Add(path, "asterism", c.server)
			if err != nil || !again.Nothing() {
				t.Errorf("a second time: %v, %s", err, again.After)
			}
		})
	}
}

func TestRemove(t *testing.T) {
	for name, c := range map[string]struct{ client, before, after string }{
		"no file":       {"cursor", "", ""},
		"not there":     {"cursor", "{\"a\": 1}", "{\"a\": 1}"},
		"the only one":  {"cursor", "{\n  \"mcpServers\": {\n    \"asterism\": {}\n  }\n}", "{\n  \"mcpServers\": {\n  }\n}"},
		"the last":      {"cursor", "{\"mcpServers\": {\"a\": 1 , \"asterism\": {}}}", "{\"mcpServers\": {\"a\": 1}}"},
		"the first":     {"cursor", "{\"mcpServers\": {\"asterism\": {}, \"a\": 1}}", "{\"mcpServers\": { \"a\": 1}}"},
		"toml":          {"codex", "a = 1\n\n[mcp_servers.asterism]\ncommand = 'x'\n\n[b]\nc = 1\n", "a = 1\n\n\n[b]\nc = 1\n"},
		"toml, a list":  {"codex", "[mcp_servers.asterism]\ncommand = 'x'\n\n[[skills.config]]\npath = 'a'\n", "\n[[skills.config]]\npath = 'a'\n"},
		"a mark":        {"cursor", "\ufeff{\"mcpServers\": {\"a\": 1, \"asterism\": {}}}", "\ufeff{\"mcpServers\": {\"a\": 1}}"},
		"toml, a mark":  {"codex", "\ufeff[mcp_servers.asterism]\ncommand = 'x'\n[b]\nc = 1\n", "\ufeff[b]\nc = 1\n"},
		"toml, alone":   {"codex", "[mcp_servers.asterism]\ncommand = 'x'\n", ""},
		"toml, without": {"codex", "a = 1\n", "a = 1\n"},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if c.before != "" {
			if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		e, err := client(t, c.client).Remove(path, "asterism")
		if err != nil || string(e.After) != c.after {
			t.Errorf("%s: %v\n%s", name, err, e.After)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		client, before string
		server         Server
		says           string
	}{
		"no JSON":                 {"cursor", "{", program, "unexpected"},
		"a list":                  {"cursor", "[]", program, "no JSON object"},
		"opencode of before":      {"opencode", `{"mcp": {"a": {"type": "local"}}}`, program, "older version"},
		"no object on the way":    {"opencode", `{"mcp": 1}`, program, "is no object"},
		"servers of another kind": {"cursor", `{"mcpServers": []}`, program, "is no object"},
		"no TOML":                 {"codex", "a = ", program, "not as Codex writes it"},
		"an inline table":         {"codex", "mcp_servers = { asterism = { command = 'x' } }\n", program, "table of its own"},
		"dotted keys":             {"codex", "[mcp_servers]\nasterism.command = 'x'\n", program, "table of its own"},
		"a header in a text":      {"codex", "a = '''\n[mcp_servers.asterism]\n'''\n", program, ""},
		"neither":                 {"cursor", "{}", Server{}, "one of them"},
		"both":                    {"cursor", "{}", Server{Command: "a", URL: "b"}, "one of them"},
		"an address":              {"claude-desktop", "{}", address, "takes no address"},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
			t.Fatal(err)
		}
		e, err := client(t, c.client).Add(path, "asterism", c.server)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want an error that says %q", name, err, c.says)
		}
		if strings.Contains(fmt.Sprint(err), "--print shows") && (e == nil || !strings.Contains(string(e.After), program.Command)) { // the text to paste
			t.Errorf("%s: %+v shows nothing to paste", name, e)
		}
	}
}

func TestApplyKeepsWhatCameMeanwhile(t *testing.T) {
	dir := t.TempDir()
	real, path := filepath.Join(dir, "dotfiles.json"), filepath.Join(dir, "file")
	if err := os.WriteFile(real, []byte("{}"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, path); err != nil {
		t.Fatal(err)
	}
	e, err := client(t, "cursor").Add(path, "asterism", program)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(real, []byte(`{"a": 1}`), 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Apply(time.Now()); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		t.Fatalf("%v", err)
	}
	if e, err = client(t, "cursor").Add(path, "asterism", program); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Apply(time.Now()); err != nil {
		t.Fatal(err)
	}
	link, err := os.Lstat(path)
	if err != nil || link.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is one no more: %v %v", link.Mode(), err)
	}
	if st, _ := os.Stat(real); st.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", st.Mode())
	}
}

// TestApplyThroughALinkToNothing: the link stays, and its missing target is created, also through a second link and a linked folder.
func TestApplyThroughALinkToNothing(t *testing.T) {
	dir := t.TempDir()
	for from, to := range map[string]string{"home": "real/home", "real/home/file": "../dotfiles", "real/dotfiles": "made/mcp.json"} {
		if err := os.MkdirAll(filepath.Join(dir, "real/home"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "home/file")
	e, err := client(t, "cursor").Add(path, "asterism", program)
	if err != nil {
		t.Fatal(err)
	}
	if backup, err := e.Apply(time.Now()); err != nil || backup != "" {
		t.Fatal(backup, err)
	}
	link, err := os.Lstat(path)
	if err != nil || link.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is one no more: %v %v", link.Mode(), err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "real/made/mcp.json")); err != nil || !bytes.Equal(got, e.After) {
		t.Errorf("what it leads to: %v %s", err, got)
	}
}

// TestAFileWithATokenIsItsOwnersAlone, whatever its permissions were, and so is the backup, which may contain one.
func TestAFileWithATokenIsItsOwnersAlone(t *testing.T) {
	for name, c := range map[string]struct {
		server Server
		before fs.FileMode
		want   fs.FileMode
	}{
		"a token":                    {address, 0o644, 0o600},
		"a token, closed already":    {address, 0o400, 0o400},
		"none":                       {program, 0o644, 0o644},
		"none, and closed":           {program, 0o600, 0o600},
		"an address without a token": {Server{URL: address.URL}, 0o664, 0o664},
	} {
		path := filepath.Join(t.TempDir(), "mcp.json")
		if err := errors.Join(os.WriteFile(path, []byte("{}\n"), 0o600), os.Chmod(path, c.before)); err != nil {
			t.Fatal(err)
		}
		e, err := client(t, "cursor").Add(path, "asterism", c.server)
		if err != nil {
			t.Fatal(err)
		}
		backup, err := e.Apply(time.Now())
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]fs.FileMode{path: c.want, backup: c.before & 0o700} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %s is %v, %v; want %o", name, filepath.Base(path), info.Mode(), err, want)
			}
		}
	}
}

// TestOthersStay: after adding and removing our entry, the rest of a JSON file has the same meaning. If nothing had to be created, the text is the same too.
func TestOthersStay(t *testing.T) {
	value := rapid.Custom(func(t *rapid.T) any {
		return rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.String(), func(s string) any { return s }), rapid.Map(rapid.Float64Range(-1e9, 1e9), func(f float64) any { return f }),
			rapid.Map(rapid.SliceOfN(rapid.Bool(), 0, 3), func(b []bool) any { return b })).Draw(t, "value")
	})
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.MapOfN(rapid.String(), value, 0, 4).Draw(t, "settings")
		delete(all, "mcpServers")
		if rapid.Bool().Draw(t, "has servers") {
			servers := rapid.MapOfN(rapid.StringMatching("[a-z]{1,4}"), value, 1, 3).Draw(t, "servers")
			all["mcpServers"] = servers
		}
		before, err := json.MarshalIndent(all, "", rapid.SampledFrom([]string{"", "  ", "\t"}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		after, err := changeJSON(before, "mcpServers", "asterism", &entry{Command: "x"})
		if err != nil {
			t.Fatal(err)
		}
		if v, err := hujson.Parse(after); err != nil || !v.IsStandard() {
			t.Fatalf("%v: %s", err, after)
		}
		back, err := changeJSON(after, "mcpServers", "asterism", nil)
		if err != nil {
			t.Fatal(err)
		}
		if all["mcpServers"] != nil && string(back) != string(before) {
			t.Fatalf("before\n%s\nafter\n%s", before, back)
		}
	})
}

// FuzzChange: any file is refused or changed as planned. Planning itself checks that nothing else changes, so it must not panic.
func FuzzChange(f *testing.F) {
	for _, s := range []string{"", "{}", `{"mcpServers": {"a": 1,}, /* x */ }`, "[a]\nb=1\n", "[mcp_servers.asterism]\n", "a.b.c = [1,\n2]\n[[x]]\n", "mcp_servers.asterism.command='x'"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, before []byte) {
		for _, want := range []any{nil, entry{Command: "x", Args: []string{"y"}}} {
			for _, change := range []func([]byte, string, string, any) ([]byte, error){changeJSON, changeTOML} {
				after, err := change(before, "mcp_servers", "asterism", want)
				if err != nil {
					continue
				}
				again, err := change(after, "mcp_servers", "asterism", want)
				if err != nil || want != nil && string(again) != string(after) {
					t.Fatalf("%q became %q, then %q: %v", before, after, again, err)
				}
			}
		}
	})
}
