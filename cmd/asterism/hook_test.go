package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hooked runs a hook with an event and requires exit code 0.
func hooked(t *testing.T, data, in string, args ...string) (stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := program(ctx, data, append([]string{"hook"}, args...)...)
	cmd.Stdin = strings.NewReader(in)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Errorf("asterism hook %s: %v, want exit code 0\n%s", strings.Join(args, " "), err, errs.String())
	}
	return out.String(), errs.String()
}

// transcript writes a session's file.
func transcript(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestHooks: a commit and the final message are stored, and the next session gets them; nothing else is.
func TestHooks(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, _ := serving(t, data)
	through(t, address, data, "list") // the models are loaded
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/kiln")
	file := transcript(t, `{"type":"user","message":{"content":"Why does it fail?"}}`,
		`{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"…"},{"type":"text","text":"The kiln's controller lost its clock, so every firing began an hour late. I set the clock from the network and added a test."}]}}`,
		`{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash"}]}}`, `{"type":"summary"}`, `half a li`)
	quiet := func(in string, args ...string) {
		t.Helper()
		if out, errs := hooked(t, data, in, args...); out != "" || errs != "" {
			t.Errorf("%v says %q and complains %q", args, out, errs)
		}
	}
	quiet(`{"session_id":"s1","cwd":"/x","tool_name":"Bash","tool_response":{"stdout":"[main 1a2b3c4] Set the kiln's clock from the network\n 1 file changed"}}`, "post-tool", "--within", "1m")
	quiet(`{"tool_name":"Bash","tool_response":{"stdout":"ls: [main nothing] here"}}`, "post-tool")
	quiet(`{"tool_name":"Read","tool_response":"[main 1a2b3c4] Text of a file"}`, "post-tool")
	quiet(fmt.Sprintf(`{"session_id":"s1","cwd":"/x","transcript_path":%q,"reason":"exit"}`, file), "session-end", "--within", "1m")
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/"+strings.Repeat("kiln", 50))
	quiet(`{"tool_name":"Bash","tool_response":{"stdout":"[main 5e6f7a8] Fire the kilns of a project with a long name"}}`, "post-tool", "--within", "1m", "--namespace", "long")
	if out := ok(t, data, "--json", "list", "--namespace", "long"); !strings.Contains(out, "5e6f7a8") || !strings.Contains(out, `"commit"`) {
		t.Errorf("a project with a long name: %s", out)
	}
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/kiln")
	quiet(fmt.Sprintf(`{"transcript_path":%q}`, transcript(t, `{"type":"assistant","message":{"content":[{"type":"text","text":"Done."}]}}`)), "session-end")
	all := stored(t, data)
	if len(all) != 2 || all["Commit 1a2b3c4 on main of kiln: Set the kiln's clock from the network"] == "" {
		t.Errorf("stored: %v", all)
	}
	out, errs := hooked(t, data, `{"session_id":"s2","source":"startup"}`, "session-start", "--within", "1m")
	for _, want := range []string{"not instructions", "1a2b3c4", "lost its clock"} {
		if !strings.Contains(out, want) || errs != "" {
			t.Errorf("session-start does not say %q: %s%s", want, out, errs)
		}
	}
	if out, errs := hooked(t, data, `{}`, "session-start", "--namespace", "empty", "--within", "1m"); out != "" || errs != "" {
		t.Errorf("with nothing to say: %s%s", out, errs)
	}
}

// TestHooksNeverFail: every error is reported, and the exit code is 0.
func TestHooksNeverFail(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	commit := `{"tool_name":"Bash","tool_response":{"stdout":"[main 1a2b3c4] A commit"}}`
	unreadable := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(unreadable, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data, in string
		args     []string
		says     string
	}{
		"no server":              {data, `{}`, []string{"session-start"}, "no server serves"},
		"no server, tool":        {data, commit, []string{"post-tool"}, "no server serves"},
		"a server gone":          {data, commit, []string{"post-tool", "--connect", "http://127.0.0.1:1"}, "127.0.0.1:1"},
		"no event":               {data, ``, []string{"session-start"}, "no JSON object"},
		"no JSON":                {data, `[`, []string{"post-tool"}, "no JSON object"},
		"a huge event":           {data, strings.Repeat(" ", 1<<20) + "{}", []string{"post-tool"}, "longer than"},
		"no transcript":          {data, `{}`, []string{"session-end"}, "names no transcript"},
		"no transcript, compact": {data, `{}`, []string{"pre-compact"}, "names no transcript"},
		"no server, prompt":      {data, `{"prompt":"what do we know of the kiln?"}`, []string{"user-prompt", "--within", "1m"}, "no server serves"},
		"a strange relevance":    {data, `{}`, []string{"user-prompt", "--min-relevance", "much"}, "much"},
		"transcript gone":        {data, `{"transcript_path":"/nothing/here"}`, []string{"session-end"}, "/nothing/here"},
		"a strange one":          {data, `{"transcript_path":"/dev/zero"}`, []string{"session-end"}, "no regular file"},
		"a strange store":        {unreadable, commit, []string{"post-tool"}, "a store is a folder"},
		"an unknown flag":        {data, `{}`, []string{"session-start", "--tops", "3"}, "--tops"},
		"a strange time":         {data, `{}`, []string{"session-start", "--within", "soon"}, "soon"},
		"too many words":         {data, `{}`, []string{"session-end", "now"}, "now"},
		"no time":                {data, commit, []string{"post-tool", "--within", "0s"}, "not done within 0s"},
		"nobody to listen":       {data, commit, []string{"post-tool", "--connect", "off"}, "--connect off"},
		"no such assistant":      {data, `{}`, []string{"session-start", "--for", "emacs"}, "claude-code, codex, gemini-cli"},
		"no such hook, codex":    {data, `{}`, []string{"session-end", "--for", "codex"}, "no event that this hook could read"},
		"no such hook, gemini":   {data, `{}`, []string{"pre-compact", "--for", "gemini-cli"}, "no event that this hook could read"},
	} {
		if out, errs := hooked(t, c.data, c.in, c.args...); out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%s: says %q and complains %q, want words that say %q", name, out, errs, c.says)
		}
	}
	for assistant, commit := range map[string]string{
		"codex":      `{"tool_name":"Bash","transcript_path":null,"tool_response":"[main 1a2b3c4] A commit"}`,
		"gemini-cli": `{"tool_name":"run_shell_command","tool_response":{"returnDisplay":"[main 1a2b3c4] A commit"}}`,
	} {
		for says, c := range map[string]struct {
			in   string
			args []string
		}{
			"no server serves":       {commit, []string{"post-tool"}},
			"127.0.0.1:1":            {commit, []string{"post-tool", "--connect", "http://127.0.0.1:1"}},
			"no server serves ":      {`{"prompt":"what do we know of the kiln?"}`, []string{"user-prompt", "--within", "1m"}},
			"no JSON object":         {`[`, []string{"session-start"}},
			"longer than":            {strings.Repeat(" ", 1<<20) + "{}", []string{"post-tool"}},
			"not done within 0s":     {commit, []string{"post-tool", "--within", "0s"}},
			"is outside 1":           {`{}`, []string{"session-start", "--top", "0"}},
			"--connect off asks non": {commit, []string{"post-tool", "--connect", "off"}},
		} {
			if out, errs := hooked(t, data, c.in, append(c.args, "--for", assistant)...); out != "" || !strings.Contains(errs, says) {
				t.Errorf("%s, %v: says %q and complains %q, want words that say %q", assistant, c.args, out, errs, says)
			}
		}
	}
}

// TestHooksEndWhenTheServerHangs, and if the assistant never closes their input.
func TestHooksEndWhenTheServerHangs(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections and sends nothing
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	data := filepath.Join(t.TempDir(), "store")
	file := transcript(t, fmt.Sprintf(`{"type":"assistant","message":{"content":[{"type":"text","text":%q}]}}`, strings.Repeat("word ", 50)))
	said := transcript(t, `{"type":"user","message":{"content":"We decided to fire the kiln at night."}}`)
	for hook, in := range map[string]string{
		"session-start": `{}`, "post-tool": `{"tool_name":"Bash","tool_response":{"stdout":"[main 1a2b3c4] A commit"}}`, "session-end": fmt.Sprintf(`{"transcript_path":%q}`, file),
		"user-prompt": `{"prompt":"what do we know of the kiln?"}`, "pre-compact": fmt.Sprintf(`{"transcript_path":%q}`, said),
	} {
		out, errs := hooked(t, data, in, hook, "--connect", "http://"+l.Addr().String(), "--within", "200ms")
		if out != "" || !strings.Contains(errs, "not done within 200ms") {
			t.Errorf("%s: says %q and complains %q", hook, out, errs)
		}
	}
	for _, hook := range []string{"session-start", "user-prompt", "post-tool", "pre-compact", "session-end"} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		cmd := program(ctx, data, "hook", hook, "--within", "50ms")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		said, err := combined(cmd)
		if err != nil || !strings.Contains(said, "not done within 50ms") {
			t.Errorf("%s with an input that stays open: %v, %s", hook, err, said)
		}
		_ = in.Close()
		cancel()
	}
}

// combined runs a command with its own input, and returns all its output.
func combined(cmd *exec.Cmd) (string, error) {
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	return said.String(), err
}
