package compare

// foreign are frequent words of grammar of European languages, Turkish, Indonesian and Vietnamese, without those that English has too.
var foreign = setOf(`der das dem des ein eine einen einem einer und oder ist sind wird werden nicht kein keine keinen mit ohne von zu zum zur im für aus bei nach vor auf nur auch wenn dass
 le la les une du et ou est sont dans sur pour avec sans ne pas jamais aux à ce cette il elle en que qui une ses leur nous vous
 el los las una y está están para del al nunca con por sin cada solo
 lo gli della dello per di che non ogni alla sono è nel
 os uma não com da em um ao é
 het een van niet voor met op aan dat bij wordt naar geen
 nie się jest w z dla czy przed oraz
 och ett att inte av på som är det og ikke til på
 ve bir bu ile için değil
 dan yang tidak untuk dengan dari pada
 và không của cho là một
 nem aucun aucune nessun nessuna nessuno keines keinerlei nooit ningún ninguna ninguno`)

// English reports whether a text may be English, by its words of grammar: a text of a few plain words may be, unless they are those of another language.
func English(text string) bool {
	c := languageCounts(tokens(text))
	switch {
	case c.others > 0:
		return c.english > c.others
	case !c.plain:
		return c.english > 0
	}
	return c.words <= fewWords || c.english > 0
}

// tellsOrder reports whether the order of a text's words may be taken to say who does what. It does so in English; of other languages nothing is known but their words, and many of
// them put these in any order.
func tellsOrder(all []token) bool {
	c := languageCounts(all)
	return c.english > c.others || c.others == 0 && c.plain
}

// languageWords are the words of a text, and those of grammar of English and of other languages among them. plain: all are of letters of ASCII.
type languageWords struct {
	words, english, others int
	plain                  bool
}

func languageCounts(all []token) languageWords {
	c := languageWords{plain: true}
	for _, t := range all {
		switch t.script {
		case none:
			continue
		case latin:
		default:
			c.plain = false
		}
		c.words++
		switch lower := lowered(t.text); {
		case foreign[lower] && !englishToo[lower] && t.stem != ofEnglish:
			c.others++
		case ofEnglishGrammar[t.stem] || ofEnglishGrammar[lower] || quantifiers[lower] || t.denies:
			c.english++
		}
	}
	return c
}

// ofEnglishGrammar are the words of grammar that English has.
var ofEnglishGrammar = setOf(englishGrammar)

// ofEnglish is the form of "non" where it begins a word of English.
const ofEnglish = "non-"

// englishToo are words of the list that English uses as well, in names or in short texts.
var englishToo = setOf("per en la le das van lo del el al al di da")
