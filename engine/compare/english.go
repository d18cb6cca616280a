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
 và không của cho là một`)

// English reports whether a text may be English, by its words of grammar: a text of a few plain words may be, unless they are those of another language.
func English(text string) bool {
	english, others, words, plain := 0, 0, 0, true
	for _, t := range tokens(text) {
		switch t.script {
		case none:
			continue
		case latin:
		default:
			plain = false
		}
		words++
		switch lower := lowered(t.text); {
		case foreign[lower] && !englishToo[lower]:
			others++
		case grammar[t.stem] || grammar[lower] || quantifiers[lower] || t.denies:
			english++
		}
	}
	switch {
	case others > 0:
		return english > others
	case !plain:
		return english > 0
	}
	return words <= fewWords || english > 0
}

// englishToo are words of the list that English uses as well, in names or in short texts.
var englishToo = setOf("per en la le das van lo del el al al di da")
