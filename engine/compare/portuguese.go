package compare

import (
	"strings"

	"asterism/engine/words"
)

// What Spanish and English texts do not have: letters, and articles with the prepositions that they are joined with.
const lettersOfPortuguese = "ãõçâêôà"

var articlesOfPortuguese = setOf("o os da das dos ao aos em uma nas nos às")

// inPortuguese reports whether words of grammar tell that a text is in Portuguese, where "no" is "in the", or letters and articles where no other word of English grammar stands.
func inPortuguese(all []token) bool {
	var b strings.Builder
	english, marked := false, false
	for i := range all {
		lower := lowered(all[i].text)
		if lower == "no" {
			continue
		}
		is, _ := words.Grammar(lower)
		acronym := len(lower) > 1 && all[i].text == strings.ToUpper(all[i].text) // OS, DOS
		english, marked = english || is, marked || !acronym && articlesOfPortuguese[lower]
		b.WriteString(lower)
		b.WriteByte(' ')
	}
	text := b.String()
	return words.LanguageOf(text).Code() == "pt" || !english && (marked || strings.ContainsAny(text, lettersOfPortuguese))
}
