package words

import (
	"slices"
	"strings"
	"testing"
)

func TestLanguagesAreToldByTheirGrammar(t *testing.T) {
	for text, want := range map[string]language{
		"Wo liegen die Sicherungen unserer Datenbanken?":      german,
		"Où sont conservées les sauvegardes ?":                french,
		"¿Qué día se reúnen los desarrolladores?":             spanish,
		"Perché il sito non era raggiungibile?":               italian,
		"Onde ficam as cópias do banco de dados?":             portuguese,
		"Waarom was de website niet bereikbaar?":              dutch,
		"Varför kunde vi inte öppna sidan?":                   swedish,
		"Hvorfor kunne vi ikke åbne siden?":                   danish,
		"Dlaczego strona nie działała?":                       polish,
		"why did the import fail":                             unknown,
		"die hard, the van of la Cruz and El Niño":            unknown,
		"Oscar de la Renta":                                   unknown,
		"Passwort":                                            unknown,
		"":                                                    unknown,
		"SELECT de, la FROM en WHERE et = 1":                  unknown,
		"café, naïve, résumé":                                 unknown,
		"The German for why is warum, and for where it is wo": unknown,
	} {
		if got := read([]string{text}).language; got != want {
			t.Errorf("%q is taken for language %d, want %d", text, got, want)
		}
		if got := LanguageOf(text).Foreign(); got != (want != unknown) {
			t.Errorf("%q is foreign: %v", text, got)
		}
	}
}

// TestFormsMeet checks that two texts in a language share a word that they have in different forms.
func TestFormsMeet(t *testing.T) {
	for _, pair := range [][2]string{
		{"wir haben die Rechnungen", "eine Rechnung, die wir haben"}, {"nous avons les factures", "une facture que nous avons"}, {"las contraseñas que hay", "hay una contrasena que"},
		{"non abbiamo le fatture", "una fattura che non abbiamo"}, {"których drukarek nie ma", "której drukarki nie ma"}, {"базами", "базу"}, {"المطورون", "للمطورين"},
		{"टमाटरों", "टमाटर"}, {"गर्मियों", "गर्मी"}, {"데이터베이스의", "데이터베이스를"}, {"プリンターの", "プリンタを"}, {"重置打印机的密码", "打印机密码"},
		{"ﻣﺮﺣﺒﺎ", "مرحبا"}, {"e\u0301te\u0301", "été"}, {"Ｄｏｃｋｅｒ", "docker"}, {"Dockerコンテナ", "docker"}, {"ภาษาไทย", "ไทย"}, {"Ёлка", "елка"}, {"Ꮳ", "Ꮳ"},
	} {
		if a, b := ids(pair[0]), ids(pair[1]); !slices.ContainsFunc(a, func(id uint16) bool { return slices.Contains(b, id) }) {
			t.Errorf("%q and %q share no word", pair[0], pair[1])
		}
	}
}

// TestAWordMeetsItsSentence checks that a short text of unknown language shares its words with a sentence whose language is known.
func TestAWordMeetsItsSentence(t *testing.T) {
	for word, sentence := range map[string]string{"Datenbank": "Jede Nacht wird die Datenbank von uns gesichert", "impresora": "hay que encender la impresora para que se imprima", "hasło": "gdzie jest hasło drukarki"} {
		for _, id := range ids(word) {
			if !slices.Contains(ids(sentence), id) {
				t.Errorf("%q is no word of %q", word, sentence)
			}
		}
	}
}

func TestWordsOfGrammarSayNothing(t *testing.T) {
	for _, text := range []string{"warum ist das nicht so", "¿por qué no está?", "почему это так", "لماذا هذا", "यह क्या है"} {
		if got := ids(text); len(got) != 0 {
			t.Errorf("%q has %d words", text, len(got))
		}
	}
}

func FuzzLanguageOf(f *testing.F) {
	for _, s := range []string{"", "Wo sind die Bücher?", "मेरा नाम", "한국어는", "日本語の", "\u200d\u0301", "ﷺ", "\xff", "İSTANBUL"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		counts, total := Of(text)
		if total < 0 || total > 8*len(text) {
			t.Fatalf("%d words in %q", total, text)
		}
		if again, n := Of(text); n != total || !slices.Equal(again, counts) {
			t.Fatalf("%q has other words a second time", text)
		}
		l := LanguageOf(text)
		for w := range strings.FieldsSeq(text) {
			if stem, _, ok := l.Stem(strings.ToLower(w)); !ok && stem != "" {
				t.Fatalf("%q has the stem %q, and is said to have none", w, stem)
			}
		}
	})
}
