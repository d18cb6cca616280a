package engine

import (
	"strings"
	"unicode"

	"asterism/engine/search"
	"asterism/models"
)

// weigh chooses the weights: the named profile's or those the query's own words suggest. When spaces are named, the others
// weigh nothing; named spaces that the profile gives no weight weigh the same as each other.
func (e *Engine) weigh(a *asked) error {
	q := a.question
	text := q.Text
	if q.Direction != "" {
		text = "why: " + text // asking for causes or effects is a causal question, whatever its words
	}
	name, weights := search.Auto(text)
	if !auto(q) {
		var err error
		if weights, err = search.Profile(q.Profile); err != nil {
			return invalid("unknown profile %q", "valid are auto, "+strings.Join(search.Profiles(), ", "), q.Profile)
		}
		if name = q.Profile; name != search.ProfileTemporal && name != search.ProfileBalanced && !search.NamesTime(q.Text) {
			weights = untimed(weights)
		}
	}
	if auto(q) && e.misspelt(q.Text) {
		weights = search.ForMisspelt(weights)
	}
	if q.Spaces != 0 {
		weights = only(weights, q.Spaces)
	}
	if q.Direction != "" && weights[models.Causal] == 0 {
		return invalid("direction %q needs space E5, which is not searched here", "leave direction out, or add E5 to spaces", q.Direction)
	}
	a.found.Profile, a.found.Weights = name, weights
	return nil
}

// auto reports whether the weights are left to us.
func auto(q Question) bool { return q.Profile == "" || q.Profile == search.ProfileAuto }

// piecesPerWord is how many pieces a word of a question falls into, on average, from which it counts as misspelt: English words
// make about 1.2, technical ones 1.4; wrong letters break a word up, since no tokenizer knows it.
const piecesPerWord = 1.6

// misspelt guesses from the pieces that the semantic space's tokenizer makes. Code and names fall apart, too; for them the
// spaces of letters are no bad choice.
func (e *Engine) misspelt(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	pieces := e.tokenizers[e.streams[models.Semantic].tokenizer].Encode(nil, strings.Join(words, " "))
	return float64(len(pieces)) >= piecesPerWord*float64(max(len(words), 1))
}

// untimed takes the weight of the temporal spaces away, as auto does: every memory has a time, so they would vote on all of
// them about something that was not asked.
func untimed(w [models.Count]float64) [models.Count]float64 {
	for _, s := range models.OfOrigin(models.FromTime).Spaces() {
		w[s] = 0
	}
	return w
}

// only keeps the weights of the named spaces, and weighs them alike when one of them would have none.
func only(w [models.Count]float64, spaces models.Set) (out [models.Count]float64) {
	for _, s := range spaces.Spaces() {
		if out[s] = w[s]; w[s] == 0 {
			alike := [models.Count]float64{}
			for _, s := range spaces.Spaces() {
				alike[s] = 1
			}
			return alike
		}
	}
	return out
}
