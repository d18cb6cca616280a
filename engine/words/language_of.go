package words

// Language is what is known of a text's language: enough to tell the forms of its words.
type Language struct{ told language }

// LanguageOf tells the language of a text by its words of grammar. A text in English, and one that is too short to tell, has the zero value; words in letters of other
// languages are known in any.
func LanguageOf(text string) Language {
	r := reader{}
	r.texts([]string{text})
	return Language{r.votes.elect()}
}

// Foreign reports whether a text in the language is told to be in another than English, by its words of grammar.
func (l Language) Foreign() bool { return l.told != unknown }

// Stem is what stands for the forms of a lower-case word in the language, and whether the word says anything there. ok is false for a word of English, and where
// no forms are known.
func (l Language) Stem(lower string) (stem string, says, ok bool) {
	of := l.told
	if told := languageOfLetters(lower); told != unknown {
		of = told
	}
	if of == unknown {
		return "", true, false
	}
	says = !silents[of][lower]
	if of == polish {
		letters := []rune(fold(lower))
		return string(letters[:min(len(letters), shapeLetters)]), says, true
	}
	if list := forms(lower, of); len(list) > 0 {
		return list[0][len(stemMark):], says, true
	}
	return fold(lower), says, true
}

// Code is the two letters by which a language is known (ISO 639-1), where words of grammar tell it; "" for English and where they tell none.
func (l Language) Code() string {
	if l.told < ofLetters {
		return codes[l.told]
	}
	return ""
}

var codes = [ofLetters]string{german: "de", french: "fr", spanish: "es", italian: "it", portuguese: "pt", dutch: "nl", swedish: "sv", danish: "da", polish: "pl"}
