package goaldna

import (
	"strings"
	"unicode"
)

// Chores are steps that belong to the work on any project and that a goal hardly names: version control, running the tests, waiting for CI, opening files, reading logs. Whether somebody
// pushes a branch says nothing about what the branch is for.

const (
	mostOfChore   = 8  // words of a chore; a longer step says what it is for
	mostOfCommand = 16 // words of a command line
)

var (
	// choreWords are what such steps do and what with, by stem; each of them names a chore.
	choreWords = stemsIn("run rerun open read view inspect wait watch push pull fetch commit stage stash rebase merge clone checkout branch tag format lint linter build rebuild compile install restart test suite pytest ci pipeline " +
		"log output file folder directory code codebase repository repo pr diff patch conflict dependency terminal shell editor readme")
	// choreFillers are words that stand beside those.
	choreFillers = stemsIn("look see check list show print save close continue start fix resolve review go try again now next first last all every each new latest current recent local remote main master develop origin upstream " +
		"head request comment change history status package module error warning message result project command unit integration end fail failing failed pass passing green red broken slow whole full everything wip todo until " +
		"done finish finished minute minutes second seconds more it them that this there up out back over what how here before after into through let me please then also just quickly work tree request requests reviewer")
	// commands are programs of such steps, as they are typed; asked are those that are words of English as well, which take a word of choreWords or a path behind them.
	commands = set("git gh hg svn ls cd pwd npm npx yarn pnpm pip pip3 pytest tox jest cargo rustc mvn gradle ctest eslint prettier gofmt gopls black ruff mypy tsc grep rg glab")
	asked    = set("go make cat less head tail find node python python3 docker")
	// goes are sub-commands that stand behind those.
	goes = set("test build vet fmt run mod check lint all install clean format tests generate ps logs")
)

// Chore reports whether a text is such a step and nothing else, by its words. It reads English and command lines.
func Chore(action string) bool {
	fields := strings.Fields(action)
	if len(fields) == 0 {
		return false
	}
	if isCommand(fields) {
		return true
	}
	named, n := false, 0
	for _, f := range fields {
		f = strings.Trim(f, ".,;:!?()\"'`*")
		if f == "" || strings.HasPrefix(f, "-") || isPath(f) || number(f) {
			continue
		}
		for _, part := range strings.FieldsFunc(strings.ToLower(f), func(r rune) bool { return r == '-' || r == '/' || r == '’' || r == '\'' }) {
			if shortStops[part] || stopWords.has([]rune(part)) || len(part) == 1 {
				continue
			}
			stem := stemOf(part)
			if !choreWords[stem] && !choreFillers[stem] {
				return false
			}
			named = named || choreWords[stem]
			n++
		}
	}
	return named && n <= mostOfChore
}

// isCommand reports whether a step is a command line of a chore. What a commit is said to be for is no part of one.
func isCommand(fields []string) bool {
	fields = fields[:len(fields):len(fields)]
	first := strings.TrimLeft(fields[0], "`$")
	if len(fields) > mostOfCommand || first == "" && len(fields) == 1 {
		return false
	}
	if first == "" {
		fields, first = fields[1:], strings.TrimLeft(fields[1], "`")
	}
	switch {
	case asked[first]:
		return len(fields) > 1 && (goes[strings.Trim(fields[1], "`")] || isPath(fields[1]) || strings.HasPrefix(fields[1], "-"))
	case !commands[first]:
		return false
	}
	for i, f := range fields {
		if f == "-m" || f == "-am" || f == "--message" || f == "--title" {
			said := strings.Trim(strings.Join(fields[i+1:], " "), "`\"'")
			return said == "" || Chore(said) || choreFillers[stemOf(strings.ToLower(said))]
		}
	}
	return true
}

// isPath reports whether a word is a path or the name of a file.
func isPath(word string) bool {
	word = strings.Trim(word, "`")
	dot := strings.LastIndexByte(word, '.')
	return strings.HasPrefix(word, "./") || strings.HasPrefix(word, "/") || strings.Count(word, "/") > 0 && dot > 0 || dot > 0 && dot < len(word)-1 && word[dot+1] >= 'a' && word[dot+1] <= 'z'
}

func number(word string) bool {
	return strings.TrimFunc(word, func(r rune) bool { return unicode.IsDigit(r) || r == '#' }) == ""
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

func stemsIn(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[stemOf(w)] = true
	}
	return out
}
