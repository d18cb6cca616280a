package ptxrun

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// row is a register of all lanes of a warp. A number of fewer than 64 bits is in the low ones, and the others are 0.
type row [32]uint64

// step is an instruction that is ready to run.
type step struct {
	run     func(w *warp, lanes uint32) // nil: a branch or the end
	guard   int                         // the predicate's register; −1 for none
	negate  bool
	target  int // of a branch; −1 for none
	ends    bool
	leader  bool // a branch leads here
	sync    bool // all members must reach it together
	members int  // the register of the member mask of a sync; −1: the whole warp (.aligned)
	barrier bool
	over    func(w *warp) bool // a wait that is repeated until it returns true
	tries   bool               // a wait that may fail: others should run
	line    int
	text    string
}

// constant is a register that a launch fills and no instruction writes.
type constant struct {
	register int
	name     string // a special register, a parameter or a variable; or
	value    uint64 // a number
}

// kernel is an entry that is ready to run.
type kernel struct {
	*entry
	steps     []step
	registers int
	constants []constant
	products  bool // it has wgmma: proxies are distinguished
}

type compiler struct {
	k         *kernel
	registers map[string]int
	at        *step
	failed    error
}

// compile makes a kernel from its text. An unknown instruction is an error that names its line and text.
func compile(e *entry) (*kernel, error) {
	c := &compiler{k: &kernel{entry: e, steps: make([]step, len(e.code)+1)}, registers: map[string]int{}}
	for i, in := range e.code {
		s := &c.k.steps[i]
		*s = step{guard: -1, target: -1, members: -1, negate: in.negate, line: in.line, text: in.text}
		if in.guard != "" {
			s.guard = c.register(in.guard)
		}
		c.at = s
		ok := c.control(in) || c.integer(in) || c.float(in) || c.convert(in) || c.move(in) || c.access(in) || c.exchange(in) || c.copies(in) || c.matrix(in) || c.hopper(in) || c.clusters(in)
		if !ok {
			return nil, fmt.Errorf("compile %s: line %d: unknown instruction %q", e.name, in.line, in.text)
		}
		if c.failed != nil {
			return nil, fmt.Errorf("compile %s: line %d: %q: %w", e.name, in.line, in.text, c.failed)
		}
	}
	c.k.steps[len(e.code)] = step{guard: -1, target: -1, ends: true, text: "end of the body"}
	for _, at := range e.labels {
		c.k.steps[at].leader = true
	}
	c.k.registers = len(c.registers)
	return c.k, nil
}

// register is the place of a register by its name.
func (c *compiler) register(name string) int {
	r, ok := c.registers[name]
	if !ok {
		if !c.declared(name) {
			c.failed = fmt.Errorf("%s is not declared", name)
		}
		r = len(c.registers)
		c.registers[name] = r
	}
	return r
}

// operand is the register that an instruction reads: its own, or one with a constant.
func (c *compiler) operand(s string) int {
	if _, known := c.registers[s]; known {
		return c.register(s)
	}
	special := strings.HasPrefix(s, "%tid.") || strings.HasPrefix(s, "%ctaid.") || strings.HasPrefix(s, "%ntid.") || strings.HasPrefix(s, "%nctaid.") || s == "%cluster_ctarank"
	v, err := number(s)
	fixed := constant{register: len(c.registers), value: v}
	switch {
	case err == nil:
	case special, c.names(s):
		fixed.name = s
	default:
		return c.register(s)
	}
	c.registers[s] = fixed.register
	c.k.constants = append(c.k.constants, fixed)
	return fixed.register
}

// declared reports whether the kernel declares a register of that name.
func (c *compiler) declared(name string) bool {
	if count, ok := c.k.entry.registers[name]; ok && count == 0 {
		return true
	}
	prefix := strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(prefix):])
	return err == nil && n < c.k.entry.registers[prefix]
}

// names reports whether s is a parameter or a variable.
func (c *compiler) names(s string) bool {
	return strings.HasPrefix(s, c.k.name+"_param_") || slices.ContainsFunc(c.k.shared, func(v variable) bool { return v.name == s })
}

// number reads a constant (PTX ISA, Constants): decimal, 0x…, 0f and 0d with the bits of a float.
func number(s string) (uint64, error) {
	if len(s) == 10 && strings.HasPrefix(s, "0f") || len(s) == 18 && strings.HasPrefix(s, "0d") {
		return strconv.ParseUint(s[2:], 16, 64)
	}
	if v, err := strconv.ParseInt(s, 0, 64); err == nil {
		return uint64(v), nil
	}
	return strconv.ParseUint(s, 0, 64)
}

// list returns the operands of a vector, or the one operand if it is no vector.
func (c *compiler) list(s string) (out []int) {
	if !strings.HasPrefix(s, "{") {
		return []int{c.operand(s)}
	}
	for _, part := range split(strings.Trim(s, "{}")) {
		out = append(out, c.operand(part))
	}
	return out
}

// address is an operand in brackets: a register or a name, and an offset (PTX ISA, Using Addresses, Arrays, and Vectors).
func (c *compiler) address(s string) (register int, offset uint64) {
	s = strings.Trim(s, "[]")
	base, off, has := strings.Cut(s, "+")
	if has {
		v, err := number(off)
		if err != nil {
			c.failed = err
		}
		offset = v
	}
	return c.operand(base), offset
}

// all takes n operands.
func (c *compiler) all(in instruction, n int) []int {
	if len(in.args) != n {
		c.failed = fmt.Errorf("%d operands, want %d", len(in.args), n)
		return make([]int, n)
	}
	out := make([]int, n)
	for i, a := range in.args {
		out[i] = c.operand(a)
	}
	return out
}

// each runs f in the lanes of the mask.
func each(lanes uint32, f func(lane int)) {
	for ; lanes != 0; lanes &= lanes - 1 {
		f(bits.TrailingZeros32(lanes))
	}
}

func (c *compiler) unary(in instruction, f func(a uint64) uint64) bool {
	o := c.all(in, 2)
	c.at.run = func(w *warp, m uint32) {
		d, a := &w.r[o[0]], &w.r[o[1]]
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			d[i] = f(a[i])
		}
	}
	return true
}

func (c *compiler) binary(in instruction, f func(a, b uint64) uint64) bool {
	o := c.all(in, 3)
	c.at.run = func(w *warp, m uint32) {
		d, a, b := &w.r[o[0]], &w.r[o[1]], &w.r[o[2]]
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			d[i] = f(a[i], b[i])
		}
	}
	return true
}

func (c *compiler) ternary(in instruction, f func(a, b, e uint64) uint64) bool {
	o := c.all(in, 4)
	c.at.run = func(w *warp, m uint32) {
		d, a, b, e := &w.r[o[0]], &w.r[o[1]], &w.r[o[2]], &w.r[o[3]]
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			d[i] = f(a[i], b[i], e[i])
		}
	}
	return true
}
