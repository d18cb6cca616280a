package drift

import (
	"fmt"

	"asterism/models"
)

// advice is what it means that a space has drifted from a reference (%s), and what can be done when that is a goal, or
// the centre of the memories.
type advice struct{ issue, goal, centre string }

var advices = [models.Count]advice{
	models.Semantic: {"the memories speak of other things than %s",
		"read the newest memories against the goal: take up its next step, or set a new North Star if the change is meant",
		"look whether these memories belong into this namespace, and set a North Star that says what they are for"},
	models.TemporalRecent: {"the memories are older or newer than %s",
		"choose a timeframe that fits, and look whether work on the goal has paused",
		"choose a timeframe that fits"},
	models.TemporalPeriodic: {"the work falls on other hours and days than %s",
		"look whether the routine has changed, and whether the goal still has its place in it",
		"look whether the routine has changed"},
	models.TemporalPositional: {"the memories stand elsewhere in the order of events than %s",
		"compare a timeframe of the same stage of the work",
		"compare a timeframe of the same stage"},
	models.Causal: {"the causes and effects in the memories are not those of %s",
		"say in the text of new memories how each step brings the goal about, and drop steps that do not",
		"say in the text of new memories what they follow from and what follows"},
	models.Sparse: {"the words that mark %s are rare in the memories",
		"use the goal's own terms in notes, or put the goal into the words that the work now uses",
		"use the words that older memories have for the same things"},
	models.Code: {"the code that is kept does something else than that of %s",
		"go back to the code that serves the goal, or add a goal for this part of it",
		"keep the code of another project in a namespace of its own"},
	models.Graph: {"things stand in other relations than in %s",
		"link new memories to those that serve the goal, or add a goal for what they belong to",
		"link these memories to those they belong with"},
	models.HDC: {"the texts are spelt and built unlike %s",
		"look for another language, notation or template in the newest memories; if it is meant, this space can be left aside",
		"look for another language, notation or template among these memories"},
	models.Multimodal: {"the scenes and objects described are not those of %s",
		"describe concretely what the work is to produce, or set a goal that names what is pictured now",
		"describe concretely what is seen or made, as older memories do"},
	models.Entity: {"the people, systems and places named are not those of %s",
		"name whom and what each memory concerns, and add a goal for new ones that belong to the work",
		"name whom and what each memory concerns; a new circle may deserve a namespace"},
	models.LateInteraction: {"hardly a passage matches %s phrase by phrase",
		"search with the goal's phrases for the last memories that match, and go on from there",
		"search with the phrases of older memories for the last ones that match"},
	models.Splade: {"the wider vocabulary of %s, synonyms included, is missing",
		"search with the goal's keywords for what was done last, and widen the goal if its field has grown",
		"look which new field the memories have moved into, and tag them by it"},
}

// Recommend says what to do about each space that has drifted to Medium or worse, the least similar first. Priority is high
// from the level High on.
func Recommend(m *Measurement) []Recommendation {
	var out []Recommendation
	reference := "the goal"
	if m.ReferenceType == ToCentroid {
		reference = "the centre of the memories"
	}
	for _, s := range m.drifted(Medium) {
		d, priority, suggestion := m.Spaces[s], "medium", advices[s].goal
		if m.ReferenceType == ToCentroid {
			suggestion = advices[s].centre
		}
		if d.Level.Worse(Medium) {
			priority = "high"
		}
		out = append(out, Recommendation{
			Space: s, Priority: priority,
			Issue:      fmt.Sprintf("%s (similarity %.2f, drift %s)", fmt.Sprintf(advices[s].issue, reference), d.Similarity, d.Level),
			Suggestion: suggestion,
		})
	}
	return out
}
