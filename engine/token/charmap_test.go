package token

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"asterism/models/drawn"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the tokenizers that this package makes")

// shortest returns the expected result of find: the replacement of the shortest rule that text begins with.
func shortest(rules map[string]string, text string) (string, bool) {
	for n := 1; n <= len(text); n++ {
		if to, ok := rules[text[:n]]; ok {
			return to, true
		}
	}
	return "", false
}

// TestCharmapFindsItsRules: for any rules, a look-up gives the same as trying them one by one.
func TestCharmapFindsItsRules(t *testing.T) {
	letter := rapid.RuneFrom([]rune("abé́ｶﾞ日\u200b\U0001f600"))
	text := rapid.StringOfN(letter, 1, 4, -1)
	rapid.Check(t, func(r *rapid.T) {
		rules := rapid.MapOfN(text, rapid.StringOfN(letter, 0, 3, -1), 0, 60).Draw(r, "rules")
		m, err := parseCharmap(drawn.Charmap(rules))
		if err != nil {
			r.Fatal(err)
		}
		asked := rapid.SliceOfN(text, 0, 20).Draw(r, "texts")
		for k := range rules {
			asked = append(asked, k, k+"a", strings.TrimSuffix(k, "b"))
		}
		for _, a := range asked {
			got, ok := m.find([]byte(a))
			if want, is := shortest(rules, a); got != want || ok != is {
				r.Fatalf("%q gives %q (%v), want %q (%v)", a, got, ok, want, is)
			}
		}
	})
}

func TestCharmapsThatAreRefused(t *testing.T) {
	whole := drawn.Charmap(map[string]string{"ab": "é", "c": ""})
	size := int(binary.LittleEndian.Uint32(whole))
	units := func(change func(u []byte)) []byte {
		b := bytes.Clone(whole)
		change(b[4 : 4+size])
		return b
	}
	valueAt := func(u []byte) int { // of the first value unit
		for i := 0; i < len(u); i += 4 {
			if v := binary.LittleEndian.Uint32(u[i:]); v>>31 != 0 && v<<1 != 0 {
				return i
			}
		}
		t.Fatal("no value")
		return 0
	}
	for name, c := range map[string]struct {
		bytes []byte
		says  string
	}{
		"empty":                   {nil, "0 bytes"},
		"no trie":                 {[]byte{0, 0, 0, 0}, "trie has 0 bytes"},
		"half a unit":             {[]byte{6, 0, 0, 0, 1, 2, 3, 4, 5, 6}, "no whole number of units"},
		"a trie beyond the end":   {[]byte{8, 0, 0, 0, 1, 2, 3, 4}, "within the 4"},
		"no UTF-8":                {append(bytes.Clone(whole), 0xff), "no UTF-8"},
		"a value beyond the end":  {units(func(u []byte) { binary.LittleEndian.PutUint32(u[valueAt(u):], 1<<31|99) }), "at byte 99"},
		"a value inside a letter": {units(func(u []byte) { binary.LittleEndian.PutUint32(u[valueAt(u):], 1<<31|1) }), "at byte 1 of"},
		"a value out of place":    {append([]byte{4, 0, 0, 0}, binary.LittleEndian.AppendUint32(nil, 77<<10|1<<8)...), "beyond the 1 units"},
	} {
		if _, err := parseCharmap(c.bytes); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
	for text, says := range map[string]string{
		`{"normalizer":{"type":"Precompiled"}}`:                                 "precompiled_charsmap",
		`{"normalizer":{"type":"Precompiled","precompiled_charsmap":null}}`:     "precompiled_charsmap",
		`{"normalizer":{"type":"Precompiled","precompiled_charsmap":"?"}}`:      "illegal base64",
		`{"normalizer":{"type":"Precompiled","precompiled_charsmap":"AAAAAA"}}`: "illegal base64",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error %v, want one that says %q", text, err, says)
		}
	}
}

// FuzzCharmap: any bytes are refused, or can be used with any text: the result is UTF-8 without a zero byte.
func FuzzCharmap(f *testing.F) {
	f.Add(drawn.Charmap(map[string]string{"ab": "é", "c": "", "ｶﾞ": "ガ"}), "abc")
	f.Add(drawn.Charmap(nil), "")
	f.Add([]byte{8, 0, 0, 0, 0, 4, 0, 0, 97, 5, 0, 0, 98}, "a\x00b")
	f.Fuzz(func(t *testing.T, b []byte, text string) {
		m, err := parseCharmap(b)
		if err != nil {
			return
		}
		if got, _ := m.find([]byte(text)); !utf8.ValidString(got) || strings.Contains(got, "\x00") {
			t.Fatalf("%q gives %q", text, got)
		}
		var src, dst aligned
		src.load(text, 0, true)
		dst.reset(true)
		precompiled{m}.normalize(nil, &dst, &src)
		if len(dst.at) != len(dst.b) || !utf8.Valid(dst.b) {
			t.Fatalf("%q becomes %q, %d bytes of %d aligned", text, dst.b, len(dst.at), len(dst.b))
		}
	})
}

// TestPrecompiledFixture compares testdata/unigram-precompiled.json, for which golden.mjs writes the golden ids, with its sources: the pieces of
// unigram.json, a character map of ours, and a piece for every character that the map makes from lines.txt and lines-clusters.txt, so that no
// difference is hidden by an unknown piece.
func TestPrecompiledFixture(t *testing.T) {
	const path = "testdata/unigram-precompiled.json"
	made := makePrecompiled(t)
	if *update {
		if err := os.WriteFile(path, made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if is, err := os.ReadFile(path); err != nil || !bytes.Equal(is, made) {
		t.Errorf("%s is another than is made here (%v): run with -update, then testdata/golden.mjs", path, err)
	}
}

func makePrecompiled(t *testing.T) []byte {
	t.Helper()
	read := func(name string) []byte {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var file map[string]any
	if err := json.Unmarshal(read("unigram.json"), &file); err != nil {
		t.Fatal(err)
	}
	blob := drawn.Charmap(drawn.CharmapRules())
	file["normalizer"] = map[string]any{"type": "Sequence", "normalizers": []any{
		map[string]any{"type": "Precompiled", "precompiled_charsmap": base64.StdEncoding.EncodeToString(blob)},
		map[string]any{"type": "Replace", "pattern": map[string]any{"Regex": " {2,}"}, "content": " "}}}
	m, err := parseCharmap(blob)
	if err != nil {
		t.Fatal(err)
	}
	model := file["model"].(map[string]any)
	vocab := model["vocab"].([]any)
	seen := map[string]bool{}
	for _, p := range vocab {
		seen[p.([]any)[0].(string)] = true
	}
	var more []any
	for _, line := range append(readLines(t, read("lines.txt")), readLines(t, read("lines-clusters.txt"))...) {
		var src, dst aligned
		src.load(line, 0, false)
		dst.reset(false)
		precompiled{m}.normalize(nil, &dst, &src)
		for _, r := range string(dst.b) {
			if !seen[string(r)] && r != ' ' {
				seen[string(r)] = true
				more = append(more, []any{string(r), -12})
			}
		}
	}
	added := file["added_tokens"].([]any)
	for _, a := range added { // those after the pieces move up
		if token := a.(map[string]any); token["id"].(float64) >= float64(len(vocab)) {
			token["id"] = token["id"].(float64) + float64(len(more))
		}
	}
	model["vocab"] = append(vocab, more...)
	out, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}
