package assistants

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDecisionsIn: each decision is found once; questions, code and tool output are not.
func TestDecisionsIn(t *testing.T) {
	lines := []string{
		`{"type":"user","message":{"content":"Should we use Redis or Postgres for the queue? We decided on Postgres last year, keep it."}}`,
		`{"type":"user","message":{"content":[{"type":"tool_result","content":"We decided to print this from a tool."}]}}`,
		`{"type":"user","isMeta":true,"message":{"content":"We decided to say this in the program."}}`,
		"{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"Looking at it.\\n- **The root cause was** a clock that lost its time.\\n```\\nwe will use this as code in a block\\n```\\nI'll use the network time instead of the local clock. Done.\"}]}}",
		"{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"I'll use the network time instead of the local clock.\"}]}}",
		`half a li`,
	}
	want := []string{"We decided on Postgres last year, keep it.", "The root cause was a clock that lost its time.", "I'll use the network time instead of the local clock."}
	var got []string
	for _, d := range decisionsIn([]byte(strings.Join(lines, "\n"))) {
		got = append(got, d.text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// FuzzDecisionsIn: a transcript is written by another program.
func FuzzDecisionsIn(f *testing.F) {
	f.Add([]byte(`{"type":"user","message":{"content":"We decided on Postgres last year, keep it."}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		if n := len(decisionsIn(in)); n > mostDecisions {
			t.Errorf("%d decisions", n)
		}
	})
}

// TestUtterances: only what a person or the assistant said in this conversation counts. The lines are in Claude Code's format.
func TestUtterances(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"user","message":{"content":"<command-name>/note</command-name>\n<command-message>note</command-message>\n<command-args>We use tabs.</command-args>"}}`: "We use tabs.",
		`{"type":"user","message":{"content":"\n<system-reminder>x</system-reminder>We use tabs."}}`:                                                                     "We use tabs.",
		`{"type":"user","message":{"content":"<bash-input>ls</bash-input><bash-stdout>a</bash-stdout>We use tabs."}}`:                                                    "We use tabs.",
		`{"type":"user","message":{"content":" We use tabs. "}}`:                                                                                                         "We use tabs.",
		`{"type":"user","message":{"content":[{"type":"text","text":"We use tabs."},{"type":"image"}]}}`:                                                                 "We use tabs.",
		`{"type":"user","isCompactSummary":true,"message":{"content":"We decided on Redis."}}`:                                                                           "",
		`{"type":"user","isMeta":true,"message":{"content":"We decided on Redis."}}`:                                                                                     "",
		`{"type":"user","isSidechain":true,"message":{"content":"We decided on Redis."}}`:                                                                                "",
		`{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"text","text":"We decided on Redis."}]}}`:                                                  "",
		`{"type":"assistant","isApiErrorMessage":true,"message":{"content":[{"type":"text","text":"API Error: always use it."}]}}`:                                       "",
		`{"type":"user","message":{"content":"<local-command-stdout>We decided on Redis.</local-command-stdout>"}}`:                                                      "",
		`{"type":"user","message":{"content":"<bash-input>ls</bash-input>\n<bash-stdout>We decided\non Redis.</bash-stdout><bash-stderr></bash-stderr>"}}`:               "",
		`{"type":"user","message":{"content":"Go on.<system-reminder>We decided on Redis.</system-reminder> We use tabs."}}`:                                             "Go on.\n We use tabs.",
		`{"type":"user","message":{"content":"<task-notification>\nWe decided on Redis."}}`:                                                                              "",
		`{"type":"user","message":{"content":"<command-name>/note</command-name><command-args>We use tabs.</command-args>"}}`:                                            "We use tabs.",
		`{"type":"user","message":{"content":"Why is there a <system-reminder> in my log? We use tabs."}}`:                                                               "Why is there a <system-reminder> in my log? We use tabs.",
		`{"type":"assistant","message":{"content":[{"type":"text","text":"It prints <bash-stdout>x</bash-stdout>."}]}}`:                                                  "It prints <bash-stdout>x</bash-stdout>.",
		`{"type":"system","message":{"content":"We decided on Redis."}}`:                                                                                                 "",
	} {
		if got := utteranceIn([]byte(line)); got.text != want {
			t.Errorf("%s: %q, want %q", line, got.text, want)
		}
	}
	const line = `{"type":"user","timestamp":%q,"message":{"content":"We use tabs."}}`
	for stamp, want := range map[string]time.Time{"2026-11-28T09:30:00.125Z": time.Date(2026, 11, 28, 9, 30, 0, 125e6, time.UTC), "soon": {}, "0001-01-01T00:00:00Z": {}} {
		if got := utteranceIn(fmt.Appendf(nil, line, stamp)); !got.at.Equal(want) {
			t.Errorf("%s: said at %v", stamp, got.at)
		}
	}
}

// TestLastWordBehindLongLines: more than the first part that is read may come after the assistant's final message.
func TestLastWordBehindLongLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.jsonl")
	said := `{"type":"assistant","message":{"content":[{"type":"text","text":"It works now."}]}}` + "\n"
	subagent := `{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"text","text":"I am another one."}]}}` + "\n"
	long := `{"type":"user","message":{"content":[{"type":"tool_result","content":"` + strings.Repeat("x", 2*transcriptTail) + `"}]}}` + "\n"
	if err := os.WriteFile(path, []byte(said+subagent+long), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := lastWord(path); err != nil || got != "It works now." {
		t.Errorf("%q, %v", got, err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(2 * mostTail); err != nil { // a hole: nothing is written
		t.Fatal(err)
	}
	if got, err := lastWord(path); err == nil || !strings.Contains(err.Error(), "hold no word of the assistant") {
		t.Errorf("%q, %v: too much stands behind it", got, err)
	}
}
