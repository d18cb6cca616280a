package token

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// load reads a tokenizer of testdata.
func load(t testing.TB, name string) *Tokenizer {
	t.Helper()
	tok, err := Load(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func FuzzParse(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.json")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no tokenizers in testdata: %v", err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, text := range []string{
		``, `{}`, `null`, `{"model":null}`, `{"model":{"type":"WordLevel"}}`,
		`{"model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}}`,
		`{"model":{"type":"BPE","vocab":{"a":2000000000},"merges":[]}}`,
		`{"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["a",-1]]},"post_processor":{"type":"BertProcessing","sep":["a"],"cls":["a",1]}}`,
		`{"normalizer":{"type":"Sequence","normalizers":[{"type":"Sequence","normalizers":[]}]},"model":{}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		tok, err := Parse(b)
		if err != nil {
			return
		}
		checkEncode(t, tok, "A text, é 中 [MASK]\n\u0301 ab")
	})
}

func FuzzEncodeWordPiece(f *testing.F) {
	fuzzEncode(f, "wordpiece", "wordpiece-cased", "wordpiece-forms")
}

func FuzzEncodeBPE(f *testing.F) { fuzzEncode(f, "bpe", "bpe-qwen2", "bpe-llama3", "bpe-clip") }

func FuzzEncodeUnigram(f *testing.F) {
	fuzzEncode(f, "unigram", "unigram-first", "unigram-whole", "unigram-precompiled")
}

func fuzzEncode(f *testing.F, names ...string) {
	var toks []*Tokenizer
	for _, name := range names {
		toks = append(toks, load(f, name))
	}
	b, err := os.ReadFile("testdata/lines.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, line := range readLines(f, b) {
		f.Add(line)
	}
	f.Add("broken \xff\xfe \xe4\xb8 \xc3")
	f.Fuzz(func(t *testing.T, text string) {
		for _, tok := range toks {
			checkEncode(t, tok, text)
		}
	})
}

// checkEncode checks properties of every tokenizer and text.
func checkEncode(t *testing.T, tok *Tokenizer, text string) {
	t.Helper()
	ids, starts, ends := tok.EncodeOffsets(text)
	for range 2 { // the second time from the cache
		if got := tok.Encode(nil, text); !slices.Equal(got, ids) {
			t.Fatalf("%q: Encode %v, EncodeOffsets %v", text, got, ids)
		}
	}
	if len(starts) != len(ids) || len(ends) != len(ids) {
		t.Fatalf("%q: %d ids, %d starts, %d ends", text, len(ids), len(starts), len(ends))
	}
	lastStart, lastEnd := 0, 0
	for i, id := range ids {
		if id < 0 || int(id) >= tok.VocabSize() {
			t.Fatalf("%q: id %d of %d", text, id, tok.VocabSize())
		}
		start, end := starts[i], ends[i]
		if start < lastStart || end < lastEnd || end < start || end > len(text) {
			t.Fatalf("%q: token %d at [%d, %d) after [%d, %d)", text, i, start, end, lastStart, lastEnd)
		}
		if splitsRune(text, start) || splitsRune(text, end) {
			t.Fatalf("%q: token %d at [%d, %d) splits a code point", text, i, start, end)
		}
		lastStart, lastEnd = start, end
	}
}

// splitsRune reports whether byte i is inside a code point of text.
func splitsRune(text string, i int) bool {
	for back := 1; back < utf8.UTFMax && back <= i; back++ {
		if r, w := utf8.DecodeRuneInString(text[i-back:]); r != utf8.RuneError && w > back {
			return true
		}
	}
	return false
}

func TestOffsetsSpellTheText(t *testing.T) {
	text := "Hello [MASK], 中文 café!"
	_, starts, ends := load(t, "wordpiece").EncodeOffsets(text)
	var spelled strings.Builder
	for i := range starts {
		spelled.WriteString(text[starts[i]:ends[i]])
	}
	if want := strings.ReplaceAll(text, " ", ""); spelled.String() != want {
		t.Errorf("got %q, want %q", spelled.String(), want)
	}
}
