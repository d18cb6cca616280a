package convert

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/token"
	"asterism/models"
)

var tokenFiles = filepath.Join("..", "..", "..", "token", "testdata")

// marksBegins is a tokenizer that marks where words begin, at a text's begin too.
const marksBegins = "unigram-precompiled.json"

// TestPrefixesStandApart: for every line of the tokenizer's own tests, the frame around the ids of the line alone is what
// the tokenizer gives for prefix and line together.
func TestPrefixesStandApart(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(tokenFiles, "lines.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"wordpiece.json", "wordpiece-cased.json", marksBegins} {
		tok, err := token.Load(filepath.Join(tokenFiles, file))
		if err != nil {
			t.Fatal(err)
		}
		j := &job{tok: tok}
		for _, prefix := range []string{"", "query: ", "passage: ", nomicQuery, nomicPassage + CausePrefix, nomicPassage + EffectPrefix} {
			frame, err := j.frame(prefix)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(string(text), "\n") {
				if file == marksBegins && (strings.HasPrefix(line, "▁") || strings.HasPrefix(line, "<extra_id") || line == "") {
					continue // see job.frame
				}
				want := tok.Wrap(nil, tok.Encode(nil, prefix+line))
				if got := slices.Concat(frame.Before, tok.Encode(nil, line), frame.After); !slices.Equal(got, want) {
					t.Errorf("%s: %q before %q is %v in a frame, %v together", file, prefix, line, got, want)
				}
			}
		}
	}
}

// TestPrefixThatJoins: where words take the space in front of them along, no frame can hold a prefix.
func TestPrefixThatJoins(t *testing.T) {
	tok, err := token.Load(filepath.Join(tokenFiles, "bpe.json"))
	if err != nil {
		t.Fatal(err)
	}
	j := &job{tok: tok}
	_, err = j.frame("query: ")
	checkMessage(t, err, `"query: " joins with what follows ("a")`)
}

// TestFramesOfModels pins the frames, windows and prefixes of the encoders.
func TestFramesOfModels(t *testing.T) {
	for space, want := range map[models.Space]struct {
		window, overlap, before int
		query, passage          string
	}{
		models.Semantic: {512, 64, 3, "query: ", "passage: "},
		models.Causal:   {1022, 127, 5, nomicQuery, nomicPassage},
		models.Graph:    {128, 16, 1, "", ""},
		models.Entity:   {256, 32, 1, "", ""},
		models.Sparse:   {256, 32, 1, "", ""},
		models.Splade:   {512, 64, 1, "", ""},
	} {
		m := makeTiny(t, space, models.PrecisionF32, nil).model
		if m.Window != want.window || m.Overlap != want.overlap || m.QueryPrefix != want.query || m.PassagePrefix != want.passage {
			t.Errorf("%v: window %d, overlap %d, prefixes %q and %q; want %+v", space, m.Window, m.Overlap, m.QueryPrefix, m.PassagePrefix, want)
		}
		for _, f := range []models.Frame{m.QueryFrame, m.PassageFrame} {
			if len(f.Before) != want.before || f.Before[0] != 101 || !slices.Equal(f.After, []int32{102}) {
				t.Errorf("%v: frame is %v, want [CLS], %d ids of a prefix, and [SEP]", space, f, want.before-1)
			}
		}
	}
}
