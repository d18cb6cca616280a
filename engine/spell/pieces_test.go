package spell

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// letters knows some whole words; it divides others into letters.
type letters []string

func (l letters) VocabSize() int        { return len(l) }
func (l letters) Token(id int32) string { return l[id] }
func (l letters) Encode(dst []int32, text string) []int32 {
	if i := slices.Index(l, text); i >= 0 {
		return append(dst, int32(i))
	}
	return append(dst, make([]int32, len(text))...)
}

func TestMisspeltWordsOfAText(t *testing.T) {
	p := OfTokenizer(letters{"[UNK]", "##ing", "certificate", "queue", "the", ""})
	for text, want := range map[string][]string{
		"the certificate queue":       nil, // all known
		"Certifcate of the queeu, 17": {"certificate", "queue"},
		"CERTIFCATE OF THE QUEEU":     {"certificate", "queue"}, // all in capitals
		"the Certifcate of Queeu":     nil,                      // names
		"the certifcate of Queeu":     {"certificate"},
		"xylophone 404":               nil, // far from all
		"":                            nil,
	} {
		if got, err := p.Meant(text, nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q meant %q, want %q", text, got, want)
		}
	}
}

// Correcting a word takes milliseconds, and a text may have a hundred thousand words.
func TestLongTextsAreNotCorrected(t *testing.T) {
	p := OfTokenizer(letters{"certificate", "queue"})
	for words, want := range map[int][]string{29: {"certificate"}, 30: nil, 31: nil} {
		text := "Certifcate" + strings.Repeat(" 17, queue", words-1)
		if got, err := p.Meant(text, nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("a text of %d words meant %q, want %q", words, got, want)
		}
	}
}

func TestWordsThatAreHeldAreLeft(t *testing.T) {
	p := OfTokenizer(letters{"certificate", "queue"})
	asked := 0
	held := func(word string) (bool, error) {
		asked++
		return word == "queeu", nil
	}
	if got, err := p.Meant("the CERTIFCATE of Queeu, certificate xylophone certifcate queeu", held); err != nil || !slices.Equal(got, []string{"certificate"}) || asked != 2 {
		t.Errorf("it meant %q, %v, and asked %d times; want one certificate, and that both near words were asked for", got, err, asked)
	}
	broken := errors.New("broken")
	if _, err := p.Meant("queeu", func(string) (bool, error) { return false, broken }); err != broken {
		t.Errorf("the error is %v", err)
	}
}

// halves divides unknown words into two pieces.
type halves struct{ letters }

func (h halves) Encode(dst []int32, text string) []int32 {
	if slices.Contains(h.letters, text) {
		return append(dst, 0)
	}
	return append(dst, 0, 1)
}

// TestRareWords checks that a word that the tokenizer knows in two pieces is right, unless the store has a word one change away and not the word itself.
func TestRareWords(t *testing.T) {
	p := OfTokenizer(halves{letters{"person", "version", "database", "tablet", "heron"}})
	for text, c := range map[string]struct{ held, want []string }{
		"verson of the databse": {[]string{"version", "database"}, []string{"version", "database"}},
		"which verson":          {[]string{"version", "person"}, []string{"person"}}, // the more frequent of two that are held
		"the databse":           {nil, nil},
		"a databse of herons":   {[]string{"database", "databse", "herons", "heron"}, nil}, // as stored
		"herons":                {[]string{"heron"}, []string{"heron"}},
		"the kubelet":           {[]string{"tablet"}, nil}, // three changes
		"Databse":               {[]string{"database"}, []string{"database"}},
		"my Databse":            {[]string{"database"}, nil}, // a name
	} {
		held := func(word string) (bool, error) { return slices.Contains(c.held, word), nil }
		if got, err := p.Meant(text, held); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q with %q held meant %q, %v, want %q", text, c.held, got, err, c.want)
		}
	}
	if got, err := p.Meant("the databse", nil); err != nil || got != nil {
		t.Errorf("with nothing to ask it meant %q, %v", got, err)
	}
}

func TestSays(t *testing.T) {
	for text, want := range map[string]bool{"": false, "The Tokio runtime": true, "tokio::main": true, "TOKIO": true, "tokios": false, "to kio": false} {
		if got := Says(text, "tokio"); got != want {
			t.Errorf("%q says tokio: %v", text, got)
		}
	}
}
