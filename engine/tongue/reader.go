package tongue

// Tokenizer divides a text into the ids that a model sees.
type Tokenizer interface {
	Encode(dst []int32, text string) []int32
}

// Reader recognises by a model's tokenizer whether the model was trained on the language of a text. It does not change, and is safe for concurrent use if the tokenizer is.
type Reader struct {
	tokenizer Tokenizer
	many      bool // the model was trained on many languages
}

// New returns a reader. It finds out which frequent words the tokenizer knows whole.
func New(t Tokenizer) *Reader {
	known := 0
	for _, word := range ofMany {
		if len(t.Encode(nil, word)) == 1 {
			known++
		}
	}
	return &Reader{tokenizer: t, many: 2*known > len(ofMany)}
}

// ofMany are frequent words ("that", "which", "this", "more" and such) in several scripts. A vocabulary that has most of them whole was learned from texts in many languages.
var ofMany = []string{"который", "после", "هذا", "التي", "είναι", "nicht", "være", "będzie"}

// Reads reports whether the model was trained on texts in the language of this one. Texts that are too short, and code or names, count as read: false means that there is evidence of another
// language. Letters that the tokenizer does not know at all are counted by relevance.UnreadShare.
func (r *Reader) Reads(text string) bool {
	return r.many || !r.count(text).other()
}

// Comparable reports whether the model's vectors can compare two texts: no words of either show another language, and one of the two is read. A text of rare words, such as a list of
// drugs, may be English if the other text is in English.
func (r *Reader) Comparable(a, b string) bool {
	if r.many {
		return true
	}
	one, other := r.count(a), r.count(b)
	return !one.speaks() && !other.speaks() && !(one.other() && other.other())
}

// Familiar reports whether the words of a text are like those of the model's training texts, apart from names. In a name, a letter with a mark, or a word of another language's
// grammar, means nothing. A text of names only is not familiar.
func (r *Reader) Familiar(text string) bool { return r.many || r.count(text).familiar() }

// Surely reports whether letters or grammar words show a language that the model was not trained on. [Reader.Reads] considers all words, and takes a text that is misspelt throughout for
// another language.
func (r *Reader) Surely(text string) bool {
	return !r.many && r.count(text).surely()
}
