// Package pattern answers: what does a regular expression match that costs nothing until it is used? Each command is a process of its own, and compiling all the
// expressions of the program took a third of the time in which `asterism version` answers.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression (RE2's syntax) that is compiled when it is first used. Safe for concurrent use.
type Pattern struct {
	expr    string
	compile func() *regexp.Regexp
}

// New keeps the expression. One that cannot be compiled panics when it is first used, so TestAllPatternsCompile of cmd/asterism calls Check for all that the program links.
func New(expr string) *Pattern {
	p := &Pattern{expr: expr}
	p.compile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
	made.Lock()
	made.patterns = append(made.patterns, p)
	made.Unlock()
	return p
}

// made are all patterns of the process.
var made struct {
	sync.Mutex
	patterns []*Pattern
}

// Check compiles every pattern that the packages of this process have made and gives the first error.
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

// Regexp is the compiled expression, for what has no method here.
func (p *Pattern) Regexp() *regexp.Regexp { return p.compile() }

// MatchString reports whether s holds a match.
func (p *Pattern) MatchString(s string) bool { return p.compile().MatchString(s) }

// FindStringIndex gives where the leftmost match in s begins and ends, in bytes; nil for none.
func (p *Pattern) FindStringIndex(s string) []int { return p.compile().FindStringIndex(s) }

// FindStringSubmatch gives the leftmost match in s and its groups; nil for none.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.compile().FindStringSubmatch(s) }

// FindStringSubmatchIndex gives where the leftmost match in s and its groups begin and end, in bytes; nil for none.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.compile().FindStringSubmatchIndex(s)
}

// FindAllStringIndex gives where the first n matches in s, or all for -1, begin and end, in bytes.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compile().FindAllStringIndex(s, n)
}

// FindAllStringSubmatchIndex gives the first n matches in s, or all for -1, with their groups.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compile().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString puts repl, in which $1 is a group, in the place of each match.
func (p *Pattern) ReplaceAllString(s, repl string) string {
	return p.compile().ReplaceAllString(s, repl)
}
