package peerbench

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// notesAsked is how many of the set's questions, the first ones, are notesAsked.
const notesAsked = 35

// notesFolder contains a team's notes, questions about them, and which note answers which.
const notesFolder = "bench/quality/testdata/notes"

// unansweredList are questions such as the same team might ask, which none of the notes answers.
//
//go:embed unanswered.txt
var unansweredList string

// noteSet is a team's notes, and questions with an answer among them and without.
type noteSet struct {
	notes      []string
	questions  []string
	answers    []string // of each question, the note
	unanswered []string
}

func readNoteSet(dir string) (*noteSet, error) {
	texts, inOrder, err := readTexts(filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		return nil, err
	}
	questions, order, err := readTexts(filepath.Join(dir, "queries.jsonl"))
	if err != nil {
		return nil, err
	}
	s := &noteSet{unanswered: strings.Split(strings.TrimSpace(unansweredList), "\n")}
	for _, id := range inOrder {
		s.notes = append(s.notes, texts[id])
	}
	judged, err := os.ReadFile(filepath.Join(dir, "qrels.tsv"))
	if err != nil {
		return nil, fmt.Errorf("read the answers: %w", err)
	}
	answers := map[string]string{}
	for line := range strings.Lines(string(judged)) {
		if f := strings.Fields(line); len(f) == 3 && texts[f[1]] != "" && answers[f[0]] == "" {
			answers[f[0]] = texts[f[1]]
		}
	}
	for _, id := range order {
		if answers[id] != "" && len(s.questions) < notesAsked {
			s.questions, s.answers = append(s.questions, questions[id]), append(s.answers, answers[id])
		}
	}
	if len(s.questions) < notesAsked {
		return nil, fmt.Errorf("read %s: %d questions have an answer, want %d", dir, len(s.questions), notesAsked)
	}
	return s, nil
}

// readTexts reads JSON lines of _id and text.
func readTexts(path string) (texts map[string]string, order []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read the notes: %w (run it from the root of the repository)", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	texts = map[string]string{}
	for in := bufio.NewScanner(f); in.Scan(); {
		var line struct {
			ID   string `json:"_id"`
			Text string
		}
		if err := json.Unmarshal(in.Bytes(), &line); err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", path, err)
		}
		texts[line.ID] = line.Text
		order = append(order, line.ID)
	}
	return texts, order, nil
}

// shows reports whether an answer shows a note. Only letters and digits are compared, since some answers are JSON, which writes line ends and quotes in another way.
func shows(answer, note string) bool {
	return strings.Contains(plain(strings.ReplaceAll(strings.ReplaceAll(answer, `\n`, " "), `\t`, " ")), plain(note))
}

func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// longestWord is the word that a user would search by, knowing that a server only finds words.
func longestWord(question string) (word string) {
	for _, w := range strings.Fields(question) {
		if len(w) > len(word) {
			word = w
		}
	}
	return word
}
