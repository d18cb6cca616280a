package mcp

import (
	"strings"
	"testing"

	"asterism/engine"

	"github.com/kljensen/snowball/english"
)

// TestSubGoalsAreNamedByPhrasesOfTheMemories stores chatty notes of three topics, in which words of grammar are the most frequent ones.
func TestSubGoalsAreNamedByPhrasesOfTheMemories(t *testing.T) {
	topics := map[string][]string{
		"bed": {"It was over before it began, because the raised bed was too dry for the lettuce.", "The raised bed was over there, and it was full of slugs because of the rain.",
			"She was happy because the tomato plants in the raised bed were over a metre high.", "It was because of the frost that the tomato plants were over.",
			"There was compost over the raised bed, because it was spring.", "The lettuce was over by June because the slugs were everywhere in the raised bed."},
		"interest": {"The interest rate was over four percent because the central bank was worried.", "It was because of the central bank that the interest rate was over the limit.",
			"The loan was over, and the interest rate was the reason because it was fixed.", "There was talk over the interest rate, because the central bank was silent.",
			"The mortgage was over because the interest rate was too high.", "The central bank was over it, because the interest rate was falling."},
		"string": {"The violin lesson was over because a string quartet was waiting.", "It was a string quartet, and over the winter it was rehearsing because of the concert.",
			"The second violin was ill, because of which the string quartet was over early.", "The concert was over, and the string quartet was tired because it was late.",
			"There was applause over the string quartet, because the second violin was good.", "The rehearsal was over because the string quartet was hungry."},
	}
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for _, texts := range topics {
		storeTexts(t, c, "names", texts...)
	}
	body, refused := c.call("discover_sub_goals", map[string]any{"namespace": "names", "min_cluster_size": 3})
	if refused != nil {
		t.Fatal(refused.Message)
	}
	all := ""
	for _, g := range body["goals"].([]any) {
		name := g.(map[string]any)["name"].(string)
		all += name + "\n"
		for phrase := range strings.SplitSeq(name, ", ") {
			words := strings.Fields(strings.ToLower(phrase))
			if len(words) == 0 || len(words) > 3 || english.IsStopWord(words[0]) || english.IsStopWord(words[len(words)-1]) {
				t.Errorf("a goal is named %q, of which %q is no name", name, phrase)
			}
		}
	}
	for _, phrase := range []string{"raised bed", "interest rate", "string quartet"} {
		if !strings.Contains(strings.ToLower(all), phrase) {
			t.Errorf("no goal is named after the %s, but\n%s", phrase, all)
		}
	}
}
