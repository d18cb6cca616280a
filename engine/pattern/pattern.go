// Package pattern answers: what does a regular expression match, if it is compiled only when it is first used? Each command is a separate process, and compiling all the
// expressions of the program took a third of the time of `asterism version`.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression (RE2's syntax) that is compiled when it is first used. It is safe for concurrent use.
type Pattern struct {
	expr    string
	compile func() *regexp.Regexp
}

// New stores the expression. An invalid one panics when it is first used, so TestAllPatternsCompile of cmd/asterism calls Check for all linked patterns.
func New(expr string) *Pattern {
	p := &Pattern{expr: expr}
	p.compile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
	made.Lock()
	made.patterns = append(made.patterns, p)
	made.Unlock()
	return p
}

// made holds all patterns of the process.
var made struct {
	sync.Mutex
	patterns []*Pattern
}

// Check compiles all patterns of the process and returns the first error.
func Check() error {
	made.Lock()
	defer made.Unlock()
	for _, p := range made.patterns {
		if _, err := regexp.Compile(p.expr); err != nil {
			return err
		}
	}
	return nil
}

// Regexp returns the compiled expression, for methods that are missing here.
func (p *Pattern) Regexp() *regexp.Regexp { return p.compile() }

// MatchString reports whether s contains a match.
func (p *Pattern) MatchString(s string) bool { return p.compile().MatchString(s) }

// FindStringIndex returns the start and end of the leftmost match in s, in bytes; nil for none.
func (p *Pattern) FindStringIndex(s string) []int { return p.compile().FindStringIndex(s) }

// FindStringSubmatch returns the leftmost match in s and its groups; nil for none.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.compile().FindStringSubmatch(s) }

// FindStringSubmatchIndex returns the start and end of the leftmost match in s and of its groups, in bytes; nil for none.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.compile().FindStringSubmatchIndex(s)
}

// FindAllStringIndex returns the start and end of the first n matches in s, or of all for -1, in bytes.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compile().FindAllStringIndex(s, n)
}

// FindAllStringSubmatchIndex returns the first n matches in s, or all for -1, with their groups.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compile().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString replaces each match by repl, in which $1 is a group.
func (p *Pattern) ReplaceAllString(s, repl string) string {
	return p.compile().ReplaceAllString(s, repl)
}
