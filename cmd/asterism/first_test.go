package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// firstPage is the session that TestFirstTenMinutes plays, and mcp/testdata/client/first.mjs in a browser.
const firstPage = checkout + "/docs/first-ten-minutes.md"

// A step is something to type and its expected result: a command and its output, or a text typed in the page.
type step struct {
	command, sees string
}

// firstSession reads the page: its steps in order, and the sentences for an assistant.
func firstSession(t *testing.T) (steps []step, sentences []string) {
	t.Helper()
	f, err := os.Open(firstPage)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fence, block := "", []string(nil)
	for in := bufio.NewScanner(f); in.Scan(); {
		line := in.Text()
		if said, ok := strings.CutPrefix(line, "> Remember: "); ok {
			sentences = append(sentences, said)
		}
		kind, isFence := strings.CutPrefix(line, "```")
		switch {
		case !isFence && fence != "":
			block = append(block, line)
		case isFence && fence == "":
			fence, block = kind, nil
		case isFence && fence == "sh":
			steps, fence = append(steps, step{command: strings.Join(block, "\n")}), ""
		case isFence:
			if last := len(steps) - 1; steps[last].sees == "" {
				steps[last].sees = strings.Join(block, "\n")
			} else {
				steps = append(steps, step{sees: strings.Join(block, "\n")})
			}
			fence = ""
		}
	}
	return steps, sentences
}

// changing matches what differs between runs: ids, cursors, tokens, deciding spaces, paths of the home folder, and figures.
var changing = []struct {
	find *regexp.Regexp
	as   string
}{
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{8}\b`), "ID"},
	{regexp.MustCompile(`(--cursor |#token=)\S+`), "$1…"},
	{regexp.MustCompile(`(?m)    \([a-z_0-9, ]*\)$`), ""},
	{regexp.MustCompile(`-?\d+(\.\d+)?`), "0"},
	{regexp.MustCompile(` {2,}`), "  "},
	{regexp.MustCompile(`("command": ")[^"]*"`), `$1/home/ann/bin/asterism"`},
	{regexp.MustCompile(`(?m)("| )?\S*(/\.asterism"|/\.claude\.json)`), "$1/home/ann$2"},
}

func shape(text string) string {
	for _, c := range changing {
		text = c.find.ReplaceAllString(text, c.as)
	}
	return strings.TrimSpace(text)
}

// TestFirstTenMinutes plays the page: install, setup, three sentences to the assistant that setup configured. Then they are found from the shell, one is corrected as the page does
// it, and that is undone. Every output has the shape on the page.
func TestFirstTenMinutes(t *testing.T) {
	t.Parallel()
	steps, sentences := firstSession(t)
	if len(steps) != 7 || len(sentences) != 3 {
		t.Fatalf("the page has %d steps and %d sentences, want 7 and 3", len(steps), len(sentences))
	}
	h := newHome(t)
	project := repository(t, h.dir, "shop")
	models := filepath.Join(h.dir, ".asterism", "models") // where a program without models next to it, such as the test's, looks
	if err := errors.Join(os.MkdirAll(filepath.Dir(models), 0o700), os.Rename(filepath.Join(h.dir, "models"), models)); err != nil {
		t.Fatal(err)
	}
	play := func(s step) string {
		cmd := exec.CommandContext(t.Context(), "bash", "-c", s.command)
		cmd.Dir, cmd.Env = project, h.environment()
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", s.command, err, out)
		}
		if s.sees != "" && shape(string(out)) != shape(s.sees) {
			t.Errorf("%s prints\n%s\nand the page shows\n%s", s.command, shape(string(out)), shape(s.sees))
		}
		return string(out)
	}
	play(steps[0])
	play(steps[1])
	a := h.configured(t, project)
	for _, s := range sentences {
		a.stores(s)
	}
	found := play(steps[2])
	if !strings.Contains(found, " 1  0.9") {
		t.Errorf("the first hit is not told as an answer: %s", found)
	}
	link, err := url.Parse(strings.TrimSpace(play(steps[3])))
	if err != nil {
		t.Fatal(err)
	}
	was, becomes := sentences[0], steps[4].sees
	p := page{t, link}
	id := p.first("when is staging rebuilt?")
	p.change(id, becomes)
	play(steps[5])
	p.change(id, was) // what Undo sends
	play(steps[6])
}

// environment returns that of a person at home, with the program on the path and without settings of ours.
func (h home) environment() (env []string) {
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "ASTERISM_") || name == "ASTERISM_ORT_LIB" {
			env = append(env, v)
		}
	}
	return append(env, "HOME="+h.dir, "PATH="+filepath.Join(h.dir, "bin")+":"+os.Getenv("PATH"), "CLAUDE_CONFIG_DIR=", "CODEX_HOME=")
}

// configured starts the server as the assistant would: with the command that setup wrote into its configuration.
func (h home) configured(t *testing.T, dir string) *assistant {
	t.Helper()
	var c struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	b, err := os.ReadFile(filepath.Join(h.dir, ".claude.json"))
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := c.Servers["asterism"]
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // it ends with its input, after the test
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, s.Command, s.Args...)
	cmd.Dir, cmd.Env = dir, append(h.environment(), asProgram+"=1")
	return converse(t, cmd, "{}")
}

// page does what the dashboard's page does, over HTTP.
type page struct {
	t    *testing.T
	link *url.URL
}

func (p page) send(method, path, change, body string) (out map[string]any) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, fmt.Sprintf("http://%s/dashboard/data/%s", p.link.Host, path), strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+strings.TrimPrefix(p.link.Fragment, "token="))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Asterism-Change", change)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil || resp.StatusCode != http.StatusOK {
		p.t.Fatalf("%s %s: %d, %v, %v", method, path, resp.StatusCode, out, err)
	}
	return out
}

// first returns the id of the first hit.
func (p page) first(question string) string {
	p.t.Helper()
	hits := p.send("POST", "ask/search_graph", "", fmt.Sprintf(`{"query":%q,"namespace":"shop"}`, question))["results"].([]any)
	if len(hits) == 0 {
		p.t.Fatalf("the page finds nothing for %q", question)
	}
	return hits[0].(map[string]any)["id"].(string)
}

func (p page) change(id, content string) {
	p.t.Helper()
	secret := p.send("GET", "status", "", "")["change"].(string)
	p.send("POST", "change/update_memory", secret, fmt.Sprintf(`{"id":%q,"content":%q}`, id, content))
}
