package token

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// golden is the result of the reference library for a text; testdata/golden.mjs writes
// it.
type golden struct {
	Tokenizer       string    `json:"tokenizer"`
	TokenizerSHA256 string    `json:"tokenizer_sha256"`
	Text            string    `json:"text"`
	TextSHA256      string    `json:"text_sha256"`
	Wrapped         [][]int32 `json:"wrapped"`
	Decoded         []string  `json:"decoded"`
	ids             [][]int32
}

func readGolden(t *testing.T, path string) golden {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(bufio.NewReader(f))
	var g golden
	if err := d.Decode(&g); err != nil {
		t.Fatalf("read %s: %v", path, err)
	}
	for d.More() {
		var ids []int32
		if err := d.Decode(&ids); err != nil {
			t.Fatalf("read %s: %v", path, err)
		}
		g.ids = append(g.ids, ids)
	}
	return g
}

// readSame reads a file that must be the one from which the golden ids were made.
func readSame(t *testing.T, path, sum string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := sha256.Sum256(b); hex.EncodeToString(got[:]) != sum {
		t.Fatalf("%s has changed since the golden ids were made: regenerate them with testdata/golden.mjs", path)
	}
	return b
}

// readLines reads one text per line; a line that begins with a double quote is a JSON
// string.
func readLines(t testing.TB, b []byte) []string {
	t.Helper()
	lines := strings.Split(string(bytes.TrimSuffix(b, []byte("\n"))), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, `"`) {
			if err := json.Unmarshal([]byte(line), &lines[i]); err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
		}
	}
	return lines
}

func testGolden(t *testing.T, path string) {
	g := readGolden(t, path)
	dir := filepath.Dir(path)
	tok, err := Parse(readSame(t, filepath.Join(dir, g.Tokenizer), g.TokenizerSHA256))
	if err != nil {
		t.Fatal(err)
	}
	lines := readLines(t, readSame(t, filepath.Join(dir, g.Text), g.TextSHA256))
	if len(lines) != len(g.ids) {
		t.Fatalf("%d lines of text, %d of ids", len(lines), len(g.ids))
	}
	wrong := 0
	for i, line := range lines {
		if got := tok.Encode(nil, line); !slices.Equal(got, g.ids[i]) {
			if wrong++; wrong <= 10 {
				t.Errorf("line %d %.200q:\n got %v\nwant %v", i+1, line, tok.spelled(got), tok.spelled(g.ids[i]))
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d lines differ", wrong, len(lines))
	}
	for i, want := range g.Wrapped {
		if got := tok.Wrap(nil, g.ids[i]); !slices.Equal(got, want) {
			t.Errorf("wrap line %d: got %v, want %v", i+1, got, want)
		}
	}
	for i, want := range g.Decoded {
		if got := tok.Decode(g.ids[i]); got != want {
			t.Errorf("decode line %d: got %q, want %q", i+1, got, want)
		}
	}
}

func (t *Tokenizer) spelled(ids []int32) []string {
	var tokens []string
	for _, id := range ids[:min(len(ids), 60)] {
		tokens = append(tokens, t.Token(id))
	}
	return tokens
}

func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden ids in testdata: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".golden"), func(t *testing.T) { testGolden(t, path) })
	}
}

// TestGoldenFixtures runs over large files that are not part of the project:
// ASTERISM_TOKENIZER_FIXTURES names a folder of .golden files and their sources.
func TestGoldenFixtures(t *testing.T) {
	dir := os.Getenv("ASTERISM_TOKENIZER_FIXTURES")
	if dir == "" {
		t.Skip("ASTERISM_TOKENIZER_FIXTURES is not set")
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.golden"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden ids in %s: %v", dir, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".golden"), func(t *testing.T) { testGolden(t, path) })
	}
}
