package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// language is the set of one language: questions, each with the memory that answers it, and memories about similar things that answer none.
type language struct {
	name       string
	questions  []string
	answers    []string // in the order of the questions
	others     []string
	unanswered []string // questions that no memory answers
}

// languages reads testdata/languages. Lines that begin with ? are questions, = the answer to the previous one, - memories that answer none, ! questions
// that no memory answers.
func languages(t *testing.T) (out []language) {
	t.Helper()
	files, err := filepath.Glob("testdata/languages/*.txt")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files of languages: %v", len(files), err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		l := language{name: strings.TrimSuffix(filepath.Base(f), ".txt")}
		for line := range strings.Lines(string(b)) {
			mark, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch mark {
			case "?":
				l.questions = append(l.questions, text)
			case "=":
				l.answers = append(l.answers, text)
			case "-":
				l.others = append(l.others, text)
			case "!":
				l.unanswered = append(l.unanswered, text)
			default:
				t.Fatalf("%s: the line %q begins with none of ? = - !", f, line)
			}
		}
		if len(l.questions) < 8 || len(l.questions) != len(l.answers) || len(l.others) < 12 {
			t.Fatalf("%s: %d questions, %d answers, %d others", f, len(l.questions), len(l.answers), len(l.others))
		}
		out = append(out, l)
	}
	return out
}

// englishParagraphs are those of the documentation, and the notes that ship: what else a store in English contains. The page about languages quotes the questions, so it is left out.
func englishParagraphs(t *testing.T) (out []Note) {
	t.Helper()
	files, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(files, "../README.md", "../ARCHITECTURE.md") {
		if filepath.Base(f) == "languages.md" {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(string(b), "\n\n") {
			if words := len(strings.Fields(part)); words >= 8 && words <= 200 {
				out = append(out, Note{Content: part})
			}
		}
	}
	return append(out, sampleNotes(t)...)
}

// TestLanguages asks in ten languages, in a store with all of them and several hundred texts in English. Nine of ten answers must be among the ten hits in each
// language, and none of these may be reported as irrelevant.
func TestLanguages(t *testing.T) {
	e, sets, background := open(t, t.TempDir()), languages(t), englishParagraphs(t)
	if len(background) < 300 {
		t.Fatalf("%d texts in English beside, want some hundreds", len(background))
	}
	remember(t, e, background...)
	told, asked := 0, 0
	for _, l := range sets {
		for _, text := range append(l.answers, l.others...) {
			remember(t, e, Note{Content: text})
		}
	}
	for _, l := range sets {
		first, ten := 0, 0
		for i, question := range l.questions {
			found, err := e.Recall(context.Background(), Question{Text: question})
			if err != nil {
				t.Fatal(err)
			}
			switch at := placeOf(found, l.answers[i]); {
			case at == 1:
				first, ten = first+1, ten+1
			case at > 0:
				ten++
			default:
				t.Logf("%s: no answer among ten to %q", l.name, question)
			}
			if found.NothingRelevant {
				t.Errorf("%s: %q is said to have no relevant answer", l.name, question)
			}
			if len(found.Meant) > 0 {
				t.Errorf("%s: %q is taken for misspelt %q", l.name, question, found.Meant)
			}
		}
		t.Logf("%s: R@1 %.2f, R@10 %.2f of %d questions", l.name, share(first, l), share(ten, l), len(l.questions))
		if share(ten, l) < .9 {
			t.Errorf("%s: R@10 is %.2f, want .9", l.name, share(ten, l))
		}
		nothing := 0
		for _, question := range l.unanswered {
			found, err := e.Recall(context.Background(), Question{Text: question})
			if err != nil {
				t.Fatal(err)
			}
			if found.NothingRelevant {
				nothing++
			}
		}
		told, asked = told+nothing, asked+len(l.unanswered)
		t.Logf("%s: %d of %d questions without an answer are told so", l.name, nothing, len(l.unanswered))
	}
	t.Logf("all: %d of %d questions without an answer are told so", told, asked)
	if 10*told < 7*asked {
		t.Errorf("%d of %d questions without an answer are told so, want seven in ten", told, asked)
	}
}

func share(n int, l language) float64 { return float64(n) / float64(len(l.questions)) }

// placeOf returns the 1-based rank of the memory with a text; 0 if it is not found.
func placeOf(found *Found, text string) int {
	for i, h := range found.Hits {
		if h.Memory.Content == text {
			return i + 1
		}
	}
	return 0
}
