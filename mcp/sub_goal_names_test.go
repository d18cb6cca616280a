package mcp

import (
	"strings"
	"testing"

	"asterism/engine"

	"github.com/kljensen/snowball/english"
)

// chatty are notes on eleven topics. Grammatical words are the most frequent ones, and each topic has a phrase that names it.
var chatty = map[string][]string{
	"raised bed": {"It was over before it began, because the raised bed was too dry for the lettuce.", "The raised bed was over there, and it was full of slugs because of the rain.",
		"She was happy because the tomato plants in the raised bed were over a metre high.", "It was because of the frost that the tomato plants were over.",
		"There was compost over the raised bed, because it was spring.", "The lettuce was over by June because the slugs were everywhere in the raised bed."},
	"interest rate": {"The interest rate was over four percent because the central bank was worried.", "It was because of the central bank that the interest rate was over the limit.",
		"The loan was over, and the interest rate was the reason because it was fixed.", "There was talk over the interest rate, because the central bank was silent.",
		"The mortgage was over because the interest rate was too high.", "The central bank was over it, because the interest rate was falling."},
	"string quartet": {"The violin lesson was over because a string quartet was waiting.", "It was a string quartet, and over the winter it was rehearsing because of the concert.",
		"The second violin was ill, because of which the string quartet was over early.", "The concert was over, and the string quartet was tired because it was late.",
		"There was applause over the string quartet, because the second violin was good.", "The rehearsal was over because the string quartet was hungry."},
	"sourdough starter": {"The sourdough starter was over its best because it was never fed.", "It was because of the cold kitchen that the sourdough starter was slow.",
		"The loaf was flat, because the sourdough starter was too young.", "There was foam over the sourdough starter, because the flour was fresh.",
		"The baking was over because the sourdough starter was gone.", "Because the rye flour was coarse, the sourdough starter was lumpy and the loaf was dense."},
	"bicycle chain": {"The ride was over because the bicycle chain was broken.", "It was the bicycle chain that was rusty, because it was left over the winter in the rain.",
		"There was oil all over the bicycle chain, because the mechanic was generous.", "The gears were over used, because the bicycle chain was worn.",
		"Because the bicycle chain was loose, the pedals were jumping over the sprocket.", "The mechanic was annoyed because the bicycle chain was full of sand."},
	"night train": {"The holiday was over because the night train was late.", "It was because of the snow that the night train was stuck over the border.",
		"The sleeping car was full, because the night train was cheap.", "There was a strike, and the night train was over an hour late because of it.",
		"The conductor of the night train was kind, because the sleeping car was cold.", "Because the platform was wrong, the night train was missed and the trip was over."},
	"water pump": {"The harvest was over because the water pump was broken.", "It was the water pump that was over heated, because the filter was blocked.",
		"There was sand in the water pump, because the well was nearly dry.", "The water pump was over ten years old, because of which a spare part was hard to find.",
		"Because the seal was worn, the water pump was leaking over the floor.", "The field was dry, because the water pump was off over the weekend."},
	"chess opening": {"The game was over early because the chess opening was new to her.", "It was a chess opening from the book, because the club was studying it over the summer.",
		"There was a trap in the chess opening, because the bishop was hanging.", "The chess opening was over after ten moves, because the knights were exchanged.",
		"Because the queen was out too soon, the chess opening was lost.", "He was over confident, because the chess opening was his favourite with the black pieces."},
	"blood pressure": {"The visit was over because the blood pressure was normal.", "It was because of the salt that the blood pressure was over the limit.",
		"The doctor was worried, because the blood pressure was rising over the years.", "There was a new pill, because the blood pressure was too high in the morning.",
		"Because the nurse was in a hurry, the blood pressure was measured over the sleeve.", "The blood pressure was lower, because the patient was walking every day."},
	"stage design": {"The premiere was over, and the stage design was praised because it was plain.", "It was because of the budget that the stage design was made of cardboard.",
		"There was a curtain over the stage design, because the actors were not ready.", "The stage design was over loaded, because the director was in love with mirrors.",
		"Because the theatre was small, the stage design was folded over twice.", "The critics were cruel, because the stage design was dark and the actors were lost in it."},
	"fishing boat": {"The season was over because the fishing boat was in the dock.", "It was the fishing boat that was blown over the bar, because the wind was from the north.",
		"There was ice over the fishing boat, because the harbour was frozen.", "The nets of the fishing boat were empty, because the herring was gone.",
		"Because the engine was old, the fishing boat was over taken by the ferry.", "The skipper was glad, because the fishing boat was over the reef before the storm."},
}

// TestSubGoalsAreNamedByPhrasesOfTheMemories: a name neither begins nor ends with a grammatical word, and each topic has a goal whose name is its subject.
func TestSubGoalsAreNamedByPhrasesOfTheMemories(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for _, texts := range chatty {
		storeTexts(t, c, "names", texts...)
	}
	body, refused := c.call("discover_sub_goals", map[string]any{"namespace": "names", "min_cluster_size": 3, "max_goals": 30})
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
	for phrase := range chatty {
		if !strings.Contains(strings.ToLower(all), phrase) {
			t.Errorf("no goal is named after the %s, but\n%s", phrase, all)
		}
	}
}
