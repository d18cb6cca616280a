package clients

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tailscale/hujson"
)

func oursIn(command string) bool { return strings.Contains(command, "asterism") }

var wanted = []Hook{{"UserPromptSubmit", "", "asterism hook user-prompt", 5}, {"PostToolUse", "Bash", "asterism hook post-tool", 5}}

const groupAtThree = `{
        "hooks": [
          {
            "type": "command",
            "command": "asterism hook user-prompt",
            "timeout": 5
          }
        ]
      }`

func TestSetHooks(t *testing.T) {
	const bash = "\"PostToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"asterism hook post-tool\",\n            \"timeout\": 5\n          }\n        ]\n      }\n    ]"
	prompt := "\"UserPromptSubmit\": [\n      " + groupAtThree + "\n    ]"
	for name, c := range map[string]struct{ before, after, back string }{
		"no file":  {"", "{\n  \"hooks\": {\n    " + prompt + ",\n    " + bash + "\n  }\n}\n", "{\n}\n"},
		"settings": {"{\n  \"model\": \"m\", \"z\": [1,2]\n}\n", "{\n  \"model\": \"m\", \"z\": [1,2],\n  \"hooks\": {\n    " + prompt + ",\n    " + bash + "\n  }\n}\n", "{\n  \"model\": \"m\", \"z\": [1,2]\n}\n"},
		"others' hooks": {"{\n  \"hooks\": {\n    // mine\n    \"UserPromptSubmit\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"mine.sh\"}]}, // stays\n    ],\n    \"Stop\": []\n  },\n  \"model\": \"m\"\n}\n",
			"{\n  \"hooks\": {\n    // mine\n    \"UserPromptSubmit\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"mine.sh\"}]}, // stays\n      " + groupAtThree + "\n    ],\n    \"Stop\": [],\n    " + bash + "\n  },\n  \"model\": \"m\"\n}\n",
			"{\n  \"hooks\": {\n    // mine\n    \"UserPromptSubmit\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"mine.sh\"}]} // stays\n    ],\n    \"Stop\": []\n  },\n  \"model\": \"m\"\n}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			after, err := changeHooks([]byte(c.before), wanted, oursIn)
			if err != nil || string(after) != c.after {
				t.Fatalf("%v: got\n%s\nwant\n%s", err, after, c.after)
			}
			if again, err := changeHooks(after, wanted, oursIn); err != nil || string(again) != string(after) {
				t.Errorf("a second time: %v\n%s", err, again)
			}
			if back, err := changeHooks(after, nil, oursIn); err != nil || string(back) != c.back {
				t.Errorf("taken out again: %v\n%s\nwant\n%s", err, back, c.back)
			}
		})
	}
}

// TestSetHooksInPlace: our earlier hooks are changed in place, even next to others in one group; unwanted ones are removed.
func TestSetHooksInPlace(t *testing.T) {
	const before = `{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "mine.sh"}, {"type": "command", "command": "/old/asterism hook user-prompt", "timeout": 9}]}], "Stop": [{"hooks": [{"type": "command", "command": "asterism hook stop"}]}]}}`
	after, err := changeHooks([]byte(before), wanted[:1], oursIn)
	const want = `{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "mine.sh"}, {"type": "command", "command": "asterism hook user-prompt", "timeout": 9}]}]}}`
	if err != nil || string(after) != want {
		t.Errorf("%v: %s", err, after)
	}
	back, err := changeHooks(after, nil, oursIn)
	if err != nil || string(back) != `{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "mine.sh"}]}]}}` {
		t.Errorf("%v: %s", err, back)
	}
	for in, says := range map[string]string{`[]`: "no JSON object", `{"hooks": []}`: "is no object", `{"hooks": {"Stop": {}}}`: "is no list", `{"hooks": {"Stop": [1]}}`: "no group", `{"hooks": {"Stop": [{"hooks": 1}]}}`: "are no list", `{`: "unexpected"} {
		if _, err := changeHooks([]byte(in), wanted, oursIn); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want an error that says %q", in, err, says)
		}
	}
}

// TestNothingButOurHooksMayChange: other hooks, and empty lists and groups, must still exist afterwards.
func TestNothingButOurHooksMayChange(t *testing.T) {
	const ours = `{"hooks": [{"command": "asterism x"}]}`
	for _, c := range []struct {
		before, after string
		right         bool
	}{
		{`{"hooks": {"Stop": []}}`, `{}`, false},
		{`{"hooks": {"Stop": []}}`, `{"hooks": {"Stop": [` + ours + `]}}`, true},
		{`{"hooks": {"Stop": [` + ours + `]}}`, `{}`, true},
		{`{"hooks": {"Stop": [{"hooks": []}, ` + ours + `]}}`, `{"hooks": {"Stop": []}}`, false},
		{`{"hooks": {"Stop": [{"hooks": []}, ` + ours + `]}}`, `{"hooks": {"Stop": [{"hooks": []}]}}`, true},
		{`{"hooks": {"Stop": [{"hooks": [{"command": "mine"}]}]}}`, `{"hooks": {"Stop": []}}`, false},
		{`{"a": 1}`, `{"hooks": {"Stop": [` + ours + `]}}`, false},
	} {
		if err := onlyOurHooksChanged([]byte(c.before), []byte(c.after), oursIn); (err == nil) != c.right {
			t.Errorf("%s to %s: %v", c.before, c.after, err)
		}
	}
}

// FuzzChangeHooks: any settings are refused or changed. A second change does nothing, and our hooks can be removed again.
func FuzzChangeHooks(f *testing.F) {
	for _, s := range []string{"", "{}", `{"hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"command": "asterism hook"}]}]}}`, `{"hooks": {"a": [{"hooks": [],},],}, /* x */}`, `{"hooks":{"UserPromptSubmit":[{"hooks":[{"command":"asterism"},{"command":"asterism"}]}]}}`,
		"{\"a\": 1, /* x\n*/}", "{\"a\": 1, // x\n}", "{ // x\n}", "{\"hooks\": { /* x\n*/ \"Stop\": [ // y\n]}}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, before []byte) {
		after, err := changeHooks(before, wanted, oursIn)
		if err != nil {
			return
		}
		again, err := changeHooks(after, wanted, oursIn)
		if err != nil || string(again) != string(after) {
			t.Fatalf("%q became %q, then %q: %v", before, after, again, err)
		}
		back, err := changeHooks(after, nil, oursIn)
		if err != nil || strings.Count(string(back), "asterism hook user-prompt") > strings.Count(string(before), "asterism hook user-prompt") {
			t.Fatalf("%q, taken out: %q, %v", after, back, err)
		}
		if _, err := hujson.Parse(back); err != nil && len(back) > 0 {
			t.Fatalf("%q: %v", back, err)
		}
	})
}

func TestRules(t *testing.T) {
	block := rulesBegin + "\n" + rules + rulesEnd + "\n"
	for name, c := range map[string]struct{ before, after, back string }{
		"no file":        {"", block, ""},
		"a text":         {"# Mine\n", "# Mine\n\n" + block, "# Mine\n"},
		"no line end":    {"# Mine", "# Mine\n\n" + block, "# Mine\n"},
		"around it":      {"a\n\n" + rulesBegin + "\nold\n" + rulesEnd + "\n\nb\n", "a\n\n" + block + "\nb\n", "a\n\nb\n"},
		"at the start":   {rulesBegin + "\nold\n" + rulesEnd + "\nb\n", block + "b\n", "b\n"},
		"windows' lines": {"a\r\n", "a\r\n\r\n" + strings.ReplaceAll(block, "\n", "\r\n"), "a\r\n"},
	} {
		after, err := changeRules([]byte(c.before), true)
		if err != nil || string(after) != c.after {
			t.Errorf("%s: %v\n%q\nwant\n%q", name, err, after, c.after)
		}
		if again, err := changeRules(after, true); err != nil || string(again) != c.after {
			t.Errorf("%s, a second time: %v\n%q", name, err, again)
		}
		if back, err := changeRules(after, false); err != nil || string(back) != c.back {
			t.Errorf("%s, taken out: %v\n%q\nwant\n%q", name, err, back, c.back)
		}
	}
	if _, err := changeRules([]byte(rulesBegin+"\n"), true); err == nil || !strings.Contains(err.Error(), "one of them is gone") {
		t.Errorf("half of it: %v", err)
	}
	path := filepath.Join(t.TempDir(), "AGENTS.md")
	c := client(t, "codex")
	for _, plan := range []func(string) (*Edit, error){c.AddRules, c.RemoveRules, c.RemoveRules} {
		e, err := plan(path)
		if err != nil {
			t.Fatal(err)
		}
		if !e.Nothing() {
			if _, err := e.Apply(day); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("a file of ours alone is left: %v", err)
	}
}

var day = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
