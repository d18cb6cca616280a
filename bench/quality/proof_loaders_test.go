package quality

import (
	"encoding/base64"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"asterism/models"
)

// loader is one of the readers with what it makes of good text, and parts of what it says of bad text.
type loader struct {
	read func(io.Reader) (any, error)
	good string
	want any
	bad  map[string]string // text → part of the error
}

func reading[T any](read func(io.Reader) (T, error)) func(io.Reader) (any, error) {
	return func(r io.Reader) (any, error) { return read(r) }
}

const ecareLine = `{"premise": "It rained.", "ask-for": "effect", "hypothesis1": "It got wet.", "hypothesis2": "It got dark.", "label": 0}`

var loaders = map[string]loader{
	"sts": {
		reading(readSTS),
		"main-news\tf\t2012\t7\t4.5\tA \"quoted man.\tA man.\r\n\nmain-captions\tf\t2012\t8\t0\tone\ttwo\ta source\n",
		[]stsPair{{"main-news", 4.5, `A "quoted man.`, "A man."}, {"main-captions", 0, "one", "two"}},
		map[string]string{
			"":                        "no pairs",
			"a\tb\tc\td\t1\tone":      "line 1: 6 columns",
			"a\tb\tc\td\tx\tone\ttwo": `line 1: score "x"`,
			"a\tb\tc\td\tNaN\to\tt":   `score "NaN"`,
			"a\tb\tc\td\t1\t \ttwo":   "is empty",
		},
	},
	"e-care": {
		reading(readECARE),
		ecareLine + "\n",
		[]choice{{"It rained.", [2]string{"It got wet.", "It got dark."}, false, 0}},
		map[string]string{
			"":  "no questions",
			"[": "line 1",
			strings.Replace(ecareLine, "effect", "both", 1):           `asks for "both"`,
			strings.Replace(ecareLine, `"label": 0`, `"label": 2`, 1): "number 3 of 2",
			strings.Replace(ecareLine, `, "label": 0`, ``, 1):         "label is missing",
			strings.Replace(ecareLine, "It got dark.", " ", 1):        "is empty",
		},
	},
	"copa": {
		reading(readCOPA),
		`<copa-corpus><item id="1" asks-for="cause" most-plausible-alternative="2"><p>P</p><a1>A</a1><a2>B &amp; C</a2></item></copa-corpus>`,
		[]choice{{"P", [2]string{"A", "B & C"}, true, 1}},
		map[string]string{
			"":                            "EOF",
			"<copa-corpus></copa-corpus>": "no items",
			`<c><item id="9" asks-for="why" most-plausible-alternative="1"><p>P</p><a1>A</a1><a2>B</a2></item></c>`: `item "9": it asks for "why"`,
			`<c><item id="9" asks-for="cause"><p>P</p><a1>A</a1><a2>B</a2></item></c>`:                              "number 0 of 2",
		},
	},
	"triples": {
		reading(readTriples),
		"clangor.v.01\t_hypernym\tsound.v.02\n",
		[]triple{{"clangor.v.01", "_hypernym", "sound.v.02"}},
		map[string]string{"": "no triples", "a\tb\n": `line 1: "a\tb"`, "a\t\tb": "is not head, relation, tail"},
	},
	"edges": {
		reading(readEdges),
		"a\tblocks\tb\nb parent c\n",
		[]edge{{"a", "b"}, {"b", "c"}},
		map[string]string{"": "no links", "a\tb\n": "line 1: 2 columns"},
	},
	"arrows": {
		reading(readArrows),
		"domain\tcause\teffect\neveryday\tIt rained.\tIt got wet.\n",
		[]arrow{{"everyday", "It rained.", "It got wet."}},
		map[string]string{
			"":                               "no rows",
			"domain\tcause\teffect\n":        "no rows",
			"domain\teffect\tcause\na\tb\tc": "line 1: the header is",
			"domain\tcause\teffect\na\tb\n":  "line 2: 2 columns",
			"domain\tcause\teffect\na\t \tc": "line 2: column cause is empty",
		},
	},
	"namings": {
		reading(readNamings),
		"domain\ttext\tsame\tother\ngeneral\ta\tb\tc\n",
		[]naming{{"general", "a", "b", "c"}},
		map[string]string{"domain\ttext\tsame\na\tb\tc": "line 1: 3 columns"},
	},
	"card": {
		reading(readCard),
		"# E1\n\n| what | value |\n|---|---|\n| STS | 0.781 |\n| entities | 40,919 |\n| words | many |\n\n| file | bytes |\n|---|---|\n| STS | 7 |\n",
		map[string]float64{"STS": .781, "entities": 40919},
		map[string]string{"| what | value |\n| a | 1 |\n| a | 2 |\n": `line 3: the figure "a"`},
	},
	"relations": {
		reading(readRelations),
		`{"score": "-||h + r - t||_2", "relations": {"_is": [` + strings.TrimSuffix(strings.Repeat("0.5,", models.Entity.Info().Width), ",") + `]}}`,
		relations{"_is": halves(models.Entity.Info().Width)},
		map[string]string{"": "EOF", "{}": "missing or empty", `{"relations": {"_is": [1, 2]}}`: `relation "_is" has 2 numbers`},
	},
}

func halves(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = .5
	}
	return out
}

func TestLoaders(t *testing.T) {
	for name, l := range loaders {
		got, err := l.read(strings.NewReader(l.good))
		if err != nil || !reflect.DeepEqual(got, l.want) {
			t.Errorf("%s: %v, %v; want %v", name, got, err, l.want)
		}
		for text, part := range l.bad {
			if _, err := l.read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s of %q: error is %v, want one with %q", name, text, err, part)
			}
		}
	}
}

// FuzzLoaders: no text makes a loader panic, or hand over something empty as if it were data.
func FuzzLoaders(f *testing.F) {
	for _, l := range loaders {
		f.Add(l.good)
		for text := range l.bad {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, l := range loaders {
			got, err := l.read(strings.NewReader(text))
			if err == nil && name != "card" && reflect.ValueOf(got).Len() == 0 {
				t.Errorf("%s makes nothing of %q and says nothing", name, text)
			}
			if rows, ok := got.([]choice); ok && err == nil {
				for _, c := range rows {
					if c.right != 0 && c.right != 1 || c.premise == "" {
						t.Errorf("%s of %q: %+v", name, text, c)
					}
				}
			}
		}
	})
}

func TestOwnTables(t *testing.T) {
	arrows, err := readOwn("direction.tsv", readArrows)
	if err != nil {
		t.Fatal(err)
	}
	namings, err := readOwn("entities.tsv", readNamings)
	if err != nil {
		t.Fatal(err)
	}
	parts, seen := map[string]int{}, map[string]bool{}
	for _, a := range arrows {
		parts[a.domain]++
		seen[a.cause], seen[a.effect] = true, true
	}
	for _, n := range namings {
		parts[n.domain]++
		seen[n.text], seen[n.same], seen[n.other] = true, true, true
	}
	want := map[string]int{"everyday": 60, "engineering": 60, "general": 60, "technical": 60}
	if !reflect.DeepEqual(parts, want) {
		t.Errorf("the tables have %v, want %v", parts, want)
	}
	if n := 2*len(arrows) + 3*len(namings); len(seen) != n {
		t.Errorf("%d of %d sentences are different: none may count twice", len(seen), n)
	}
}

const packedTriple = "/Td6WFoAAAFpIt42AgAhARYAAAB0L+WjAQAFYQliCWMKAAAAUMqBTwABGgbF6sh5kEKZDQEAAAAAAVla"

// TestReadFileUnpacks: with xz the text comes out, without it the error says what to do.
func TestReadFileUnpacks(t *testing.T) {
	// "a\tb\tc\n" as xz 5.4 packs it, with a CRC32.
	packed, err := base64.StdEncoding.DecodeString(packedTriple)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "some.txt.xz")
	if err := os.WriteFile(path, packed, 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := readFile(path, readTriples)
	if _, missing := exec.LookPath("xz"); missing != nil {
		if err == nil || !strings.Contains(err.Error(), "install xz") {
			t.Errorf("error is %v, want one that says what to install", err)
		}
	} else if err != nil || !reflect.DeepEqual(got, []triple{{"a", "b", "c"}}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := os.WriteFile(path, []byte("not packed"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readFile(path, readTriples); err == nil {
		t.Error("what xz refuses is read")
	}
}

func TestReadFileNamesTheFile(t *testing.T) {
	if _, err := readFile("testdata/proofs/absent.tsv", readTriples); err == nil || !strings.Contains(err.Error(), "absent.tsv") {
		t.Errorf("error %v does not name the file", err)
	}
	if _, err := readFile("testdata/proofs/direction.tsv", readSTS); err == nil || !strings.Contains(err.Error(), "direction.tsv: line 1") {
		t.Errorf("error %v does not name file and line", err)
	}
}
