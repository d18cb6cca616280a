// Package corpus answers: which real text does every machine that builds this have?
package corpus

import (
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"
)

// Texts are real text that every machine that builds this has: the comments of Go's own library, cut into n pieces as long
// as notes are. No piece occurs twice. When the text has been used up it is cut again at other places.
func Texts(n int) ([]string, error) {
	words, err := commentWords(filepath.Join(goroot(), "src"), (n+1)*meanWords)
	if err != nil {
		return nil, fmt.Errorf("make corpus: %w", err)
	}
	if len(words) < 2*mostWords {
		return nil, fmt.Errorf("make corpus: Go's library in %s has only %d words of comments; set GOROOT to a toolchain with its source", goroot(), len(words))
	}
	return pieces(words, n), nil
}

// Pieces have a log-normal number of words, within 4 and 300. The compact profile's WordPiece makes 1.44 tokens of a word
// of these comments, so the mean is about 60 tokens.
const (
	meanWords   = 42
	sigmaWords  = 0.6
	fewestWords = 4
	mostWords   = 300
)

// pieces cuts words, at most n/2+2 times over.
func pieces(words []string, n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	mu := math.Log(meanWords) - sigmaWords*sigmaWords/2
	out := make([]string, 0, n)
	seen := make(map[string]bool, n)
	for at := 0; len(out) < n; {
		k := min(max(int(math.Exp(mu+sigmaWords*r.NormFloat64())), fewestWords), mostWords)
		if at+k > len(words) {
			at = r.IntN(meanWords)
		}
		p := strings.Join(words[at:at+k], " ")
		at += k
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

// goroot is the toolchain at hand: the benchmark runs through `go run`.
func goroot() string {
	if d := os.Getenv("GOROOT"); d != "" {
		return d
	}
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return runtime.Version()
	}
	return strings.TrimSpace(string(out))
}

// commentWords reads the words of line comments of the files below dir, in an order that is drawn once for all machines,
// until there are enough. Files that were generated are left out: tables and rules are not what people write.
func commentWords(dir string, enough int) ([]string, error) {
	files, err := sourceFiles(dir)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(3, 4))
	r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	var words []string
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if strings.Contains(string(b), "DO NOT EDIT") {
			continue
		}
		if words = appendComments(words, string(b)); len(words) >= enough {
			break
		}
	}
	return words, nil
}

// sourceFiles lists the Go files below dir, outside of testdata, in the order of their names.
func sourceFiles(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go"):
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// appendComments leaves out the compiler's directives and the licence lines that stand in every file.
func appendComments(words []string, source string) []string {
	if !utf8.ValidString(source) {
		return words
	}
	for line := range strings.Lines(source) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok || strings.HasPrefix(text, "go:") || strings.Contains(text, "Copyright 20") ||
			strings.Contains(text, "BSD-style") || strings.Contains(text, "license that can be found") {
			continue
		}
		for _, w := range strings.Fields(text) {
			if len(w) <= longestWord && strings.Trim(w, "/*-=+|") != "" {
				words = append(words, w)
			}
		}
	}
	return words
}

// longestWord is in bytes; longer ones are data, not words.
const longestWord = 60
