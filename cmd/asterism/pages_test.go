package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// checkout is the root of the repository.
const checkout = "../.."

// A pageCommand is a line of a page's sh block.
type pageCommand struct {
	page string
	line int
	text string
}

// pageCommands returns those of all pages, in order. A line that ends with a backslash continues in the next.
func pageCommands(t *testing.T) (out []pageCommand) {
	t.Helper()
	eachDocument(t, func(page, text string) {
		inside, open := "", ""
		for i, line := range strings.Split(text, "\n") {
			trimmed := strings.TrimSpace(line)
			if lang, isFence := strings.CutPrefix(trimmed, "```"); isFence {
				if inside != "" {
					lang = ""
				} else if lang == "" {
					lang = "text"
				}
				inside = lang
				continue
			}
			if inside == "" && indentedCommand.MatchString(line) {
				t.Errorf("%s:%d: a command stands in an indented block, where no test sees it: put it between ```sh and ```", page, i+1)
			}
			if inside != "sh" || trimmed == "" || strings.HasPrefix(trimmed, "#") {
				continue
			}
			if part, more := strings.CutSuffix(open+trimmed, "\\"); more {
				open = part
				continue
			}
			out = append(out, pageCommand{page, i + 1, open + trimmed})
			open = ""
		}
	})
	return out
}

// indentedCommand is a command in the older form of a block.
var indentedCommand = regexp.MustCompile(`^    ([A-Z_]+=\S+ )*(make|go|git|bin/asterism|asterism|python3|apt-get|docker|sudo|npm|npx|benchstat) \S`)

func eachDocument(t *testing.T, see func(page, text string)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(checkout, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != checkout && (name[0] == '.' || slices.Contains([]string{"testdata", "node_modules", "bin", "build"}, name)) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(checkout, path)
		n++
		see(filepath.ToSlash(rel), string(text))
		return err
	})
	if err != nil || n < 30 {
		t.Fatalf("%d pages, %v: were they moved?", n, err)
	}
}

// calls splits a line of shell into the commands between |, &&, || and ;, each as its words, without quotes, comments and redirections.
func calls(line string) (out [][]string) {
	var words []string
	var word strings.Builder
	begun, quote := false, rune(0)
	endWord := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	endCall := func() {
		endWord()
		if len(words) > 0 {
			out = append(out, words)
		}
		words = nil
	}
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case r == '#' && !begun:
			endCall()
			return out
		case r == '|' || r == ';' || r == '&':
			endCall()
		case r == ' ' || r == '\t':
			endWord()
		default:
			begun = true
			word.WriteRune(r)
		}
	}
	endCall()
	for i, words := range out {
		if at := slices.IndexFunc(words, func(w string) bool { return w == ">" || w == "<" || w == ">>" }); at >= 0 {
			out[i] = words[:at]
		}
	}
	return out
}

func TestCallsReadShell(t *testing.T) {
	for line, want := range map[string][][]string{
		`make run   # does it`:                  {{"make", "run"}},
		`A=1 make bench ARGS='-only a -out ""'`: {{"A=1", "make", "bench", `ARGS=-only a -out ""`}},
		`cp a b && sudo c "d e" | f > g`:        {{"cp", "a", "b"}, {"sudo", "c", "d e"}, {"f"}},
		`x a#b; y ''`:                           {{"x", "a#b"}, {"y", ""}},
	} {
		got := calls(line)
		if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// assignment matches an environment variable of a command, or a variable of make.
var assignment = regexp.MustCompile(`^([A-Z][A-Z_0-9]*)=(.*)$`)

// notRun are the beginnings of other programs' commands on pages, with the reason why no test runs them.
var notRun = map[string]string{
	"go install golang.org/x/perf/cmd/benchstat@latest": "fetches a program",
	"go test -run ^$ -bench":                            "measures for minutes; the benchmarks are compiled with every test",
	"git stash":                                         "changes the checkout",
	"mkdir -p notes":                                    "makes a folder of the reader's; TestPagesArePlayed does it",
	"echo The oven":                                     "writes a file into it; TestPagesArePlayed does it",
	"benchstat":                                         "is not installed everywhere",
	"python3 models/train/":                             "trains for hours; make check-setup does not ask for torch. Its unit tests are in models/train",
	"tar xzf asterism-VERSION":                          "unpacks a release, which takes minutes to make: make check-distributions walks it",
	"dpkg -i asterism_VERSION":                          "installs into the system: make check-distributions does it in a chroot",
	"npm install ./asterism-memory":                     "needs npm and a release: make check-distributions does it in a chroot",
	"sudo install -d /opt/asterism":                     "installs into the system",
	"sudo cp -r --remove-destination":                   "installs into the system",
}

// TestCommandsOnPages: every command on every page exists, with its flags and arguments, or the table says why it is not checked.
func TestCommandsOnPages(t *testing.T) {
	used := map[string]bool{}
	all := pageCommands(t)
	for _, c := range all {
		for _, words := range calls(c.text) {
			for len(words) > 0 && assignment.MatchString(words[0]) {
				words = words[1:]
			}
			if len(words) == 0 {
				continue
			}
			where := c.page + ": " + c.text
			switch name := words[0]; {
			case name == "make":
				if why := badMake(t, words[1:]); why != "" {
					t.Errorf("%s: %s", where, why)
				}
			case name == "asterism" || name == "bin/asterism":
				wellFormed(t, c.page, words[1:])
			case name == "go" && len(words) > 2 && words[1] == "run":
				if why := badFlags(t, words[2], words[3:]); why != "" {
					t.Errorf("%s: %s", where, why)
				}
			default:
				i := slices.IndexFunc(reasons(notRun), func(k string) bool { return strings.HasPrefix(strings.Join(words, " "), k) })
				if i < 0 {
					t.Errorf("%s: no test runs %q: say why in notRun", where, name)
					continue
				}
				used[reasons(notRun)[i]] = true
			}
		}
	}
	t.Logf("%d commands", len(all))
	if len(all) < 120 {
		t.Errorf("the pages have %d commands: did the form of their blocks change?", len(all))
	}
	for k := range notRun {
		if !used[k] {
			t.Errorf("notRun names %q, which stands on no page", k)
		}
	}
}

func reasons(m map[string]string) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// badMake returns what is wrong with a call of make: a target that the Makefile lacks, a variable that it does not read, or flags in ARGS that the target's program lacks.
func badMake(t *testing.T, words []string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(checkout, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	makefile, recipe := string(b), ""
	for _, w := range words {
		if m := assignment.FindStringSubmatch(w); m != nil {
			if !strings.Contains(makefile, "$("+m[1]+")") {
				return "the Makefile does not read " + m[1]
			}
			continue
		}
		at := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(w) + `:.*\n((?:\t.*\n)*)`).FindStringSubmatch(makefile)
		if at == nil {
			return "the Makefile has no target " + w
		}
		recipe = at[1]
	}
	for _, w := range words {
		args, ok := strings.CutPrefix(w, "ARGS=")
		if !ok || strings.Contains(recipe, "go test") {
			continue
		}
		program := regexp.MustCompile(`go run \$\(GO_FLAGS\) (\S+) (\S+)`).FindStringSubmatch(recipe)
		dir, given := "./bench/gpu", []string(nil)
		if program != nil {
			dir, given = program[1], []string{program[2]}
		} else if !strings.Contains(recipe, "bin/gpu-check/gpu") {
			return "nothing takes ARGS there"
		}
		for _, call := range calls(args) {
			given = append(given, call...)
		}
		if why := badFlags(t, dir, given); why != "" {
			return why
		}
	}
	return ""
}

// commandFolder returns the folder of a command of ./bench.
func commandFolder(t *testing.T, name string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(checkout, "bench", "*", "command.go"))
	if err != nil || len(files) < 5 {
		t.Fatalf("%d commands of ./bench, %v: were they moved?", len(files), err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), `commandName = "`+name+`"`) {
			return filepath.Dir(path)
		}
	}
	return ""
}

// badFlags returns a flag that no source of a program in a folder declares. Commands of ./bench may have flags of their shared package.
func badFlags(t *testing.T, dir string, words []string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(checkout, dir, "*.go"))
	if err != nil || len(files) == 0 {
		return "there is no program " + dir
	}
	if dir == "./bench" && len(words) > 0 {
		folder := commandFolder(t, words[0])
		if folder == "" {
			return "./bench has no command " + words[0]
		}
		dir, files = dir+" "+words[0], nil
		for _, from := range []string{folder, filepath.Join(checkout, "bench", "report")} {
			found, err := filepath.Glob(filepath.Join(from, "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
	}
	var source strings.Builder
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(b)
	}
	for _, w := range words {
		name, isFlag := strings.CutPrefix(w, "-")
		if !isFlag || name == "" || name == "h" {
			continue
		}
		if !regexp.MustCompile(`\.(?:\w+)\([^"\n]*"` + regexp.QuoteMeta(name) + `", `).MatchString(source.String()) {
			return dir + " has no flag -" + name
		}
	}
	return ""
}

func TestBadCommandsAreSeen(t *testing.T) {
	for line, want := range map[string]string{
		"make bench ARGS='-only ingest'": "", "make bnech": "no target bnech", "make bench ARG=-only": "does not read ARG", "make bench ARGS=-onyl": "no flag -onyl",
		"make gpu-bench ARGS='-minutes 20'": "", "make gpu-bench ARGS=-hours": "no flag -hours", "make test PKG=./bench": "", "make help ARGS=-x": "nothing takes ARGS",
	} {
		got := badMake(t, calls(line)[0][1:])
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	for line, want := range map[string]string{"engine -only a -memories 1": "", "engine -rounds 2": "no flag -rounds", "engin": "no command engin"} {
		got := badFlags(t, "./bench", strings.Fields(line))
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("./bench %s: %q, want %q", line, got, want)
		}
	}
}

// inlineCommand matches a command in prose.
var inlineCommand = regexp.MustCompile("`((?:bin/)?asterism|make) ([a-z][a-z-]*(?: [^`\n]*)?)`")

// flagWord matches a flag's name.
var flagWord = regexp.MustCompile(`^--([a-z][a-z-]*)`)

// TestCommandsInProse: a command between backquotes in prose exists, and so do its flags.
func TestCommandsInProse(t *testing.T) {
	n := 0
	eachDocument(t, func(page, text string) {
		for _, m := range inlineCommand.FindAllStringSubmatch(text, -1) {
			n++
			words := calls(m[2])[0]
			if m[1] == "make" {
				if why := badMake(t, words); why != "" {
					t.Errorf("%s: `make %s`: %s", page, m[2], why)
				}
				continue
			}
			if why := badMention(words); why != "" {
				t.Errorf("%s: `asterism %s`: %s", page, m[2], why)
			}
		}
	})
	if n < 50 {
		t.Errorf("prose names %d commands: did its form change?", n)
	}
}

// badMention returns what is wrong with a command in prose, whose arguments may be dots and words like URL.
func badMention(words []string) string {
	cmd, rest, err := root().Find(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, "-") }))
	if err != nil {
		return err.Error()
	}
	if cmd.Name() == "asterism" || cmd.HasSubCommands() && len(rest) > 0 && !strings.ContainsAny(rest[0], "…|") && !cmd.Runnable() {
		return "there is no such command"
	}
	for _, w := range words {
		if m := flagWord.FindStringSubmatch(w); m != nil && m[1] != "help" && cmd.Flags().Lookup(m[1]) == nil && cmd.InheritedFlags().Lookup(m[1]) == nil {
			return "it has no flag --" + m[1]
		}
	}
	return ""
}

func TestBadMentionsAreSeen(t *testing.T) {
	for line, want := range map[string]string{
		"serve --http … --backups DIR": "", "hook session-start": "", "import --from jsonl": "", "bundle … --url …": "",
		"srve": "unknown command", "serve --htp x": "no flag --htp", "list --source \"a b\"": "",
	} {
		got := badMention(calls(line)[0])
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
