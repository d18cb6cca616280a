package words

// Language is what is known about a text's language: enough to find the forms of its words.
type Language struct{ lang language }

// LanguageOf returns the language of a text by its grammar words. English texts and texts that are too short have the zero value. Words in the letters of other
// languages are recognised with any value.
func LanguageOf(text string) Language {
	r := reader{}
	r.texts([]string{text})
	return Language{r.votes.elect()}
}

// Foreign reports whether the grammar words of a text show another language than English.
func (l Language) Foreign() bool { return l.lang != unknown }

// Stem returns what represents the forms of a lower-case word in the language, and whether the word has a meaning there. ok is false for an English word, and if
// no forms are known.
func (l Language) Stem(lower string) (stem string, says, ok bool) {
	of := l.lang
	if lang := languageOfLetters(lower); lang != unknown {
		of = lang
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

// Code returns the two-letter code (ISO 639-1) of a language that grammar words show; "" for English and if they show none.
func (l Language) Code() string {
	if l.lang < ofLetters {
		return codes[l.lang]
	}
	return ""
}

var codes = [ofLetters]string{german: "de", french: "fr", spanish: "es", italian: "it", portuguese: "pt", dutch: "nl", swedish: "sv", danish: "da", polish: "pl"}
