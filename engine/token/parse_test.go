package token

import (
	"strings"
	"testing"
)

const smallBPE = `"model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}`

func TestParseRefusesByName(t *testing.T) {
	for in, want := range map[string]string{
		``:                               "EOF",
		`{}`:                             "model: missing",
		`{"model":{"type":"WordLevel"}}`: `"WordLevel": not supported`,
		`{"model":{"type":"BPE","vocab":{"a":0},"merges":["a b"]}}`:                                                                  `"b": not in the vocabulary`,
		`{"model":{"type":"BPE","vocab":{"a":0},"merges":[],"dropout":0.1}}`:                                                         "dropout 0.1",
		`{"model":{"type":"BPE","vocab":{"a":0,"b":0},"merges":[]}}`:                                                                 "id 0: claimed",
		`{"model":{"type":"BPE","vocab":{"a":999999999},"merges":[]}}`:                                                               "id 999999999",
		`{"model":{"type":"BPE","vocab":{"a":0},"merges":[],"byte_fallback":true}}`:                                                  "byte_fallback",
		`{"model":{"type":"Unigram","vocab":[["a",0]]}}`:                                                                             "unk_id: missing",
		`{"model":{"type":"WordPiece","vocab":{"a":0},"unk_token":"u","continuing_subword_prefix":"","max_input_chars_per_word":9}}`: `"u" is not in the vocabulary`,
		`{"normalizer":{"type":"Nmt"},` + smallBPE + `}`:                                                                             `"Nmt": not supported`,
		`{"normalizer":{"type":"NFC","fast":true},` + smallBPE + `}`:                                                                 `unknown field "fast"`,
		`{"pre_tokenizer":{"type":"UnicodeScripts"},` + smallBPE + `}`:                                                               `"UnicodeScripts": not supported`,
		`{"pre_tokenizer":{"type":"Split","pattern":{"Regex":"[ab]"},"behavior":"Isolated","invert":false},` + smallBPE + `}`:        `"[ab]": not supported`,
		`{"post_processor":{"type":"BertProcessing","sep":["x",7],"cls":["y",8]},` + smallBPE + `}`:                                  "id 8: no token has it",
		`{"decoder":{"type":"CTC"},` + smallBPE + `}`:                                                                                `"CTC": not supported`,
		`{` + smallBPE + `} trailing`:                                                                                                "after the end",
	} {
		_, err := Parse([]byte(in))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parse %s: got %v, want %q in it", in, err, want)
		}
	}
}

func TestLongWordIsNotQuadratic(t *testing.T) {
	// A megabyte in one word: seconds if a merge cost the length of the word.
	text := strings.Repeat("abcdefgh", 1<<17)
	for _, name := range []string{"wordpiece", "bpe", "unigram"} {
		if ids := load(t, name).Encode(nil, text); len(ids) == 0 {
			t.Errorf("%s: no ids", name)
		}
	}
}
