package tokens

import (
	"math"
	"os/exec"
	"strings"
	"testing"

	"asterism/bench/report"
)

// TestAnswersKeepTheirGoals: not the middle one but each text has at most the tokens that its kind may have.
func TestAnswersKeepTheirGoals(t *testing.T) {
	all, err := measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, c := range all {
		names[c.name] = true
		for i, n := range c.tokens {
			if n == 0 || !math.IsNaN(c.goal) && n > c.goal {
				t.Errorf("%s: %v tokens, the goal is %v:\n%s", c.name, n, c.goal, c.texts[i])
			}
		}
		t.Logf("%s: %v (goal %v)", c.name, c.tokens, c.goal)
	}
	for _, name := range BesidePeers {
		if !names[name] {
			t.Errorf("nothing was measured for the row %s", name)
		}
	}
}

// TestTheCounterIsTheVocabularys: texts whose tokens OpenAI's own tiktoken counts so.
func TestTheCounterIsTheVocabularys(t *testing.T) {
	c, err := NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"": 0, "hello world": 2, "tiktoken is great!": 6, "お誕生日おめでとう": 8} {
		if got, err := c.Of(text); err != nil || got != want {
			t.Errorf("%q has %d tokens, want %d (%v)", text, got, want, err)
		}
	}
}

func TestNamedRows(t *testing.T) {
	rows := []report.Row{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	if got := Named(rows, []string{"c", "a"}); len(got) != 2 || got[0].Name != "a" || got[1].Name != "c" || rows[1].Name != "b" {
		t.Errorf("got %v of %v", got, rows)
	}
}

// TestTheProgramCarriesNoVocabulary: 16 MB of tables are for counting here, and nothing of them belongs into the program.
func TestTheProgramCarriesNoVocabulary(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "asterism/cmd/asterism").Output()
	if err != nil {
		t.Fatalf("list what the program is made of: %v", err)
	}
	if !strings.Contains(string(out), "asterism/mcp/tools\n") || strings.Contains(string(out), "tiktoken") {
		t.Errorf("the program is made of\n%s", out)
	}
}
