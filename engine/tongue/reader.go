package tongue

// Tokenizer cuts a text into the ids that a model sees.
type Tokenizer interface {
	Encode(dst []int32, text string) []int32
}

// Reader knows what a model was trained on by its tokenizer. It does not change, and is safe for concurrent use if the tokenizer is.
type Reader struct {
	tokenizer Tokenizer
	many      bool // the model was trained on many languages
}

// New looks which words a tokenizer knows.
func New(t Tokenizer) *Reader {
	known := 0
	for _, word := range ofMany {
		if len(t.Encode(nil, word)) == 1 {
			known++
		}
	}
	return &Reader{tokenizer: t, many: 2*known > len(ofMany)}
}

// ofMany are frequent words ("that", "which", "this", "more" and such) in several scripts. A vocabulary that has most of them whole was learned from texts of many languages.
var ofMany = []string{"который", "после", "هذا", "التي", "είναι", "nicht", "være", "będzie"}

// Reads reports whether the model was trained on texts in the language of this one. What is too short to tell, and what is code or names, counts as read: false says that there is evidence of another
// language. Letters that the tokenizer does not know at all are asked for with relevance.UnreadShare.
func (r *Reader) Reads(text string) bool {
	return r.many || !r.count(text).other()
}

// Comparable reports whether the model's vectors tell how two texts stand to each other: the words of neither speak for another language, and one of the two is read. A text of rare words, such as a list of
// drugs, may be English, which one in English beside it shows.
func (r *Reader) Comparable(a, b string) bool {
	if r.many {
		return true
	}
	one, other := r.count(a), r.count(b)
	return !one.speaks() && !other.speaks() && !(one.other() && other.other())
}

// Familiar reports whether the words of a text are those of the texts that the model was trained on, but for names: a letter with a mark on it, or a word of another language's grammar that is a part of a name, says nothing then. A
// text of names alone is not familiar.
func (r *Reader) Familiar(text string) bool { return r.many || r.count(text).familiar() }

// Surely reports whether letters or words of grammar tell that a text is in a language that the model was not trained on. [Reader.Reads] looks at all words, and takes what is misspelt throughout for
// another language.
func (r *Reader) Surely(text string) bool {
	return !r.many && r.count(text).surely()
}
