package profile

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ulikunitz/xz"
)

// example is a question, and whether its answer is code.
type example struct {
	kind, text string
	code       bool
	weight     float64
}

//go:embed questions.tsv
var ourQuestions string

// ours are the questions of our own.
func ours() (out []example, err error) {
	for line := range strings.Lines(ourQuestions) {
		label, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || label != "code" && label != "plain" {
			return nil, fmt.Errorf("questions.tsv: %q is not code or plain, a tab and a question", line)
		}
		out = append(out, example{kind: "ours-" + label, text: text, code: label == "code", weight: ourWeight})
	}
	return out, nil
}

const (
	ourWeight  = 20     // of a question of ours against one of a pair
	rareWeight = 4      // of a question made of a cause and its effect, which are few, and the only everyday language there
	mostPairs  = 60_000 // that are read
	mostWords  = 29     // a longer question is weighed as a text of its own, see intent.Auto
)

// pairs reads the questions of the pairs in a folder's first file pairs-*.jsonl.xz.
func pairs(dir string) ([]example, error) {
	files, err := filepath.Glob(filepath.Join(dir, "pairs-*.jsonl.xz"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("folder %q has no pairs-*.jsonl.xz: name the folder of training text with -data", dir)
	}
	f, err := os.Open(files[0])
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unpacked, err := xz.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", files[0], err)
	}
	var out []example
	lines := bufio.NewReader(unpacked)
	for read := 0; read < mostPairs; read++ {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s ends after %d of %d pairs", files[0], read, mostPairs), err)
		}
		var p struct{ K, A, B string }
		if err := json.Unmarshal(line, &p); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", files[0], read+1, err)
		}
		out = append(out, asked(p.K, p.A, p.B)...)
	}
	return out, nil
}

// asked are the questions made of a pair: what it asks as it is written, and as somebody types it.
func asked(kind, a, b string) []example {
	code := strings.HasPrefix(kind, "code-") || kind == "tldr" || kind == "nl2bash"
	if kind == "doc" { // headings from the title of the document on: the last two
		parts := strings.Split(a, " > ")
		a = strings.Join(parts[max(0, len(parts)-2):], " ")
	}
	words := strings.Fields(a)
	if len(words) < 2 {
		return nil
	}
	text := strings.Join(words[:min(len(words), mostWords)], " ")
	typed := strings.ToLower(strings.TrimRight(strings.Join(words[:min(len(words), 4+int(sum(a))%8)], " "), ".,:;"))
	weight := 1.
	if strings.HasPrefix(kind, "causal-") {
		weight = rareWeight
	}
	out := []example{{kind, text, code, weight}, {kind, front(kind, code, sum(b)) + typed, code, weight}}
	if code {
		out = append(out, example{kind + "-code", ofCode(b), true, 1})
	}
	if sentence := firstSentence(b); !code && sentence != "" { // comments of code are sentences, titles are not: a sentence alone must not decide
		out = append(out, example{kind + "-sentence", sentence, false, weight})
	}
	return out
}

// firstSentence is the first sentence of a text, where it is one of prose; "" otherwise.
func firstSentence(text string) string {
	end := strings.IndexAny(text, ".!?\n")
	if end < 0 || text[end] == '\n' || strings.ContainsAny(text[:end], "`|<>{}=") {
		return ""
	}
	words := strings.Fields(text[:end+1])
	if len(words) < 5 || len(words) > mostWords {
		return ""
	}
	return strings.Join(words, " ")
}

// definition is the name that the first line of code defines.
var definition = regexp.MustCompile(`\b(?:def|func|fn|fun|function|class|struct|void|int|String|boolean|public|static)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w{3,})`)

// ofCode is a question that has code in it: the name of what a piece of code defines, or how the piece begins.
func ofCode(code string) string {
	line := strings.Fields(code)
	begin := strings.Join(line[:min(len(line), 3+int(sum(code))%8)], " ")
	found := definition.FindStringSubmatch(code)
	if found == nil || shapeless.MatchString(found[1]) {
		return begin
	}
	forms := []string{"where is %s called", "where is %s made", "what does %s do", "what does `%s` do", "who calls %s()", "why does %s fail", "the %s variable", "the argument of %s", "%s", "where do we use %s", "which test covers %s"}
	n := sum(found[1]) / 16 % uint32(len(forms)+4)
	if n >= uint32(len(forms)) {
		return begin
	}
	return fmt.Sprintf(forms[n], found[1])
}

// shapeless is a name that is a word of prose too.
var shapeless = regexp.MustCompile(`^[A-Z]?[a-z]+$`)

// front are words that a question begins with: mostly the same for both, so that they decide nothing.
func front(kind string, code bool, n uint32) string {
	both := []string{"", "", "", "how to ", "how do i ", "what is ", "where is ", "which ", "why does ", "when does "}
	only := []string{"", "what did we decide about ", "who asked about ", "when did we talk about "}
	if code {
		language, _ := strings.CutPrefix(kind, "code-")
		names := map[string]string{"py": "python ", "go": "golang ", "java": "java ", "rs": "rust ", "js": "javascript ", "ts": "typescript ", "kt": "kotlin ", "c": "c ", "cpp": "c++ ", "cs": "c# ", "scala": "scala ", "swift": "swift ", "tldr": "bash ", "nl2bash": "linux "}
		only = []string{"", names[language], "function that ", "code that "}
		if kind == "tldr" || kind == "nl2bash" {
			only = []string{"", names[kind], "command to ", "shell "}
		}
	}
	return both[n%uint32(len(both))] + only[n/16%uint32(len(only))]
}

func sum(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()
}

// heldOut reports whether an example is kept from training: a tenth, by its text.
func (e *example) heldOut() bool { return sum(e.text)%10 == 0 && !strings.HasPrefix(e.kind, "ours-") }
