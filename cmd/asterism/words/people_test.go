package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestForPeople(t *testing.T) {
	has := func(names ...string) func(string) bool {
		return func(flag string) bool { return slices.Contains(names, flag) }
	}
	for _, c := range []struct {
		in, want string
		has      func(string) bool
	}{
		{"use ids that search_graph returned", "use ids that `asterism search` returned", nil},
		{"see `search_graph`, \"get_memory\", 'get_memory' and /x/get_memory.json", "see `search_graph`, \"get_memory\", 'get_memory' and /x/get_memory.json", nil},
		{"ask the tool check_goal_drift, or check_goal_drift", "ask the tool check_goal_drift, or the tool check_goal_drift", nil},
		{"topK 1000 is outside 1…100", "--top 1000 is outside 1…100", has("top")},
		{"topK 1000 is outside 1…100", "topK 1000 is outside 1…100", has("limit")},
		{"give include_history=true, or namespace=work", "give --history, or --namespace work", has("history", "namespace")},
		{"parse note: x (fields are id, session_id)", "parse note: x (fields are id, session_id)", has("session")},
		{"namespace \"notes on get_memory use\" has no topK", "namespace \"notes on get_memory use\" has no --top", has("top")},
		{"value ` is bad: use search_graph", "value ` is bad: use `asterism search`", nil},
		{"my_file and a=b", "my_file and a=b", has("history")},
	} {
		if got := ForPeople(c.in, c.has); got != c.want {
			t.Errorf("%q is %q, want %q", c.in, got, c.want)
		}
	}
	if got, want := RetryIn("Call again after retry_after_ms milliseconds.", 250), "Call again after 250 ms."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// forAssistants are the files whose texts only assistants get: prompts, resources, definitions of tools, what hooks add to a conversation, and parts of answers that no command
// shows.
var forAssistants = regexp.MustCompile(`/mcp/(prompt|resource)[\w]*\.go$|/mcp/(tools|wire/testdata)/|/cmd/asterism/assistants/hook_|/cmd/asterism/words/`)

// TestNoTextNamesATool: after rewording for people, every text of the program that names a tool names the command that does the same.
func TestNoTextNamesATool(t *testing.T) {
	tools := []string{}
	for name := range CommandOf {
		tools = append(tools, name)
	}
	named := regexp.MustCompile(`\b(` + strings.Join(tools, "|") + `)\b`)
	quoted := regexp.MustCompile("`[^`]*`|\"[^\"]*\"|the tool \\w+")
	all, seen := "", 0
	for _, text := range texts(t, "../../..") {
		all += text.value + "\n"
		if forAssistants.MatchString(text.file) || !strings.Contains(text.value, " ") || !named.MatchString(text.value) {
			continue
		}
		seen++
		if told := quoted.ReplaceAllString(ForPeople(text.value, nil), ""); named.MatchString(told) {
			t.Errorf("%s: a command says %q", text.file, told)
		}
	}
	if seen < len(tools) {
		t.Errorf("only %d texts that name a tool were found", seen)
	}
	for _, phrase := range phrasesKnown {
		if !strings.Contains(all, phrase[0]) {
			t.Errorf("no text says %q any more", phrase[0])
		}
	}
}

type text struct{ file, value string }

// texts returns the string constants of the program below a folder, without tests.
func texts(t *testing.T, root string) (out []text) {
	t.Helper()
	for _, part := range []string{"engine", "mcp", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if sum, ok := n.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
					if value := joined(sum); value != "" {
						out = append(out, text{filepath.ToSlash(path), value})
						return false
					}
				}
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					value, err := strconv.Unquote(lit.Value)
					out = append(out, text{filepath.ToSlash(path), value})
					return err == nil
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// joined returns a sum of string constants, with other operands in between, as one text; empty: it is no sum of texts.
func joined(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return joined(e.X) + joined(e.Y)
	case *ast.BasicLit:
		if value, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return value
		}
	}
	return ""
}
