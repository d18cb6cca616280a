package ptxrun

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// instruction is one statement of a kernel's body (PTX ISA, Instructions).
type instruction struct {
	line   int
	text   string
	guard  string // the predicate's register, or nothing
	negate bool
	op     string
	args   []string
}

// variable is a variable in shared memory (PTX ISA, State Spaces: Shared). A dynamic one has no size of its own.
type variable struct {
	name        string
	align, size int
	dynamic     bool
}

// entry is the text of one kernel.
type entry struct {
	name    string
	params  []string // types, in order: "u64"
	threads int      // .maxntid, 0 when there is none
	cluster int      // .reqnctapercluster, 0 when there is none
	shared  []variable
	labels  map[string]int // to the index of an instruction
	// registers are declared by name (0) or as a number of registers with a prefix.
	registers map[string]int
	code      []instruction
}

var (
	entryHead  = regexp.MustCompile(`^\.visible \.entry (\w+)\(`)
	paramLine  = regexp.MustCompile(`^\.param \.(\w+) (\w+),?$`)
	maxThreads = regexp.MustCompile(`^\.maxntid (\d+), 1, 1$`)
	perCluster = regexp.MustCompile(`^\.reqnctapercluster (\d+), 1, 1$`)
	sharedLine = regexp.MustCompile(`^(\.extern )?\.shared \.align (\d+) \.b(\d+) (\w+)(?:\[(\d*)\])?$`)
	headLine   = regexp.MustCompile(`^(\.version \d+\.\d+|\.target sm_\d+a?|\.address_size 64|\.minnctapersm \d+|\.explicitcluster|\)|\{)?$`)
	registers  = regexp.MustCompile(`^\.reg \.\w+ ([%\w]+?)(?:<(\d+)>)?$`)
	labelName  = regexp.MustCompile(`^(\$?\w+):`)
	guarded    = regexp.MustCompile(`^@(!?)(%?\w+)\s+`)
)

// parse reads a module: its kernels by name. An unknown statement is an error that names the line.
func parse(text string) (map[string]*entry, error) {
	p := &parser{entries: map[string]*entry{}}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "//")
		if err := p.read(i+1, strings.TrimSpace(line)); err != nil {
			return nil, err
		}
	}
	if p.now != nil || p.open != "" {
		return nil, fmt.Errorf("parse PTX: the text ends within a kernel")
	}
	for _, e := range p.entries {
		e.shared = append(e.shared, p.shared...)
	}
	return p.entries, nil
}

type parser struct {
	entries map[string]*entry
	shared  []variable // of the module: a kernel has those that it names
	now     *entry
	depth   int
	open    string // a statement that continues in the next line
}

func (p *parser) read(line int, s string) error {
	if p.depth == 0 {
		return p.head(line, s)
	}
	s = strings.TrimSpace(p.open + " " + s)
	p.open = ""
	for s != "" {
		if m := labelName.FindStringSubmatch(s); m != nil {
			if _, twice := p.now.labels[m[1]]; twice {
				return fmt.Errorf("parse PTX: line %d: label %s stands twice", line, m[1])
			}
			p.now.labels[m[1]] = len(p.now.code)
			s = strings.TrimSpace(s[len(m[0]):])
			continue
		}
		switch s[0] {
		case '{':
			p.depth++
		case '}':
			if p.depth--; p.depth == 0 {
				p.now = nil
				if s != "}" {
					return fmt.Errorf("parse PTX: line %d: %q stands behind a kernel's end", line, s)
				}
				return nil
			}
		default:
			statement, rest, whole := strings.Cut(s, ";")
			if !whole {
				p.open = s
				return nil
			}
			if err := p.statement(line, strings.TrimSpace(statement)); err != nil {
				return err
			}
			s = strings.TrimSpace(rest)
			continue
		}
		s = strings.TrimSpace(s[1:])
	}
	return nil
}

// head reads a line outside of a body.
func (p *parser) head(line int, s string) error {
	if m := entryHead.FindStringSubmatch(s); m != nil {
		p.now = &entry{name: m[1], labels: map[string]int{}, registers: map[string]int{}}
		p.entries[m[1]] = p.now
		return nil
	}
	if v, ok := sharedOf(strings.TrimSuffix(s, ";")); ok {
		p.shared = append(p.shared, v)
		return nil
	}
	if p.now != nil {
		if m := paramLine.FindStringSubmatch(s); m != nil {
			if m[2] != fmt.Sprintf("%s_param_%d", p.now.name, len(p.now.params)) {
				return fmt.Errorf("parse PTX: line %d: parameter %s is not number %d", line, m[2], len(p.now.params))
			}
			p.now.params = append(p.now.params, m[1])
			return nil
		}
		if m := maxThreads.FindStringSubmatch(s); m != nil {
			p.now.threads, _ = strconv.Atoi(m[1])
			return nil
		}
		if m := perCluster.FindStringSubmatch(s); m != nil {
			p.now.cluster, _ = strconv.Atoi(m[1])
			return nil
		}
		if s == "{" {
			p.depth = 1
			return nil
		}
	}
	if !headLine.MatchString(s) {
		return fmt.Errorf("parse PTX: line %d: unknown directive %q", line, s)
	}
	return nil
}

func sharedOf(s string) (variable, bool) {
	m := sharedLine.FindStringSubmatch(s)
	if m == nil {
		return variable{}, false
	}
	align, _ := strconv.Atoi(m[2])
	bits, _ := strconv.Atoi(m[3])
	count := 1
	if strings.Contains(s, "[") {
		count, _ = strconv.Atoi(m[5])
	}
	return variable{name: m[4], align: align, size: bits / 8 * count, dynamic: m[1] != ""}, true
}

func (p *parser) statement(line int, s string) error {
	if strings.HasPrefix(s, ".") {
		if v, ok := sharedOf(s); ok {
			p.now.shared = append(p.now.shared, v)
			return nil
		}
		m := registers.FindStringSubmatch(strings.Join(strings.Fields(s), " "))
		switch {
		case m != nil:
			p.now.registers[m[1]], _ = strconv.Atoi(m[2])
		case s != `.pragma "nounroll"`:
			return fmt.Errorf("parse PTX: line %d: unknown directive %q", line, s)
		}
		return nil
	}
	i := instruction{line: line, text: s}
	if m := guarded.FindStringSubmatch(s); m != nil {
		i.negate, i.guard, s = m[1] == "!", m[2], s[len(m[0]):]
	}
	op, rest, _ := strings.Cut(strings.ReplaceAll(s, "\t", " "), " ")
	i.op, i.args = op, split(rest)
	p.now.code = append(p.now.code, i)
	return nil
}

// split cuts operands at the commas outside of braces.
func split(s string) (out []string) {
	depth, from := 0, 0
	for i, c := range s {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	if last := strings.TrimSpace(s[from:]); last != "" {
		out = append(out, last)
	}
	return out
}
