package ptxrun

import (
	"math/bits"
	"strings"
)

// kind is a type of the PTX ISA (Fundamental Types): 'u', 's', 'b' or 'f', and its bits.
type kind struct {
	class byte
	bits  uint
}

func kindOf(s string) (kind, bool) {
	for _, k := range []kind{{'u', 8}, {'u', 16}, {'u', 32}, {'u', 64}, {'s', 16}, {'s', 32}, {'s', 64}, {'b', 16}, {'b', 32}, {'b', 64}, {'f', 32}, {'f', 64}} {
		if s == k.String() {
			return k, true
		}
	}
	return kind{'b', 1}, s == "pred"
}

func (k kind) String() string {
	return string(k.class) + map[uint]string{1: "1", 8: "8", 16: "16", 32: "32", 64: "64"}[k.bits]
}

// cut leaves the bits of the type.
func (k kind) cut(v uint64) uint64 { return v << (64 - k.bits) >> (64 - k.bits) }

// signed is the number with its sign.
func (k kind) signed(v uint64) int64 { return int64(v<<(64-k.bits)) >> (64 - k.bits) }

// wide is the number in 64 bits, with its sign where the type has one.
func (k kind) wide(v uint64) uint64 {
	if k.class == 's' {
		return uint64(k.signed(v))
	}
	return k.cut(v)
}

// integer compiles integer arithmetic, comparisons, selection and logic (PTX ISA, Integer Arithmetic Instructions; Comparison and Selection Instructions;
// Logic and Shift Instructions).
func (c *compiler) integer(in instruction) bool {
	op, last, _ := cutLast(in.op)
	k, ok := kindOf(last)
	if !ok || k.class == 'f' {
		return op == "selp" && ok && c.choose(in, k) || c.quads(in)
	}
	if f := binaries(op, k); f != nil {
		return c.binary(in, f)
	}
	switch op {
	case "not":
		return c.unary(in, func(a uint64) uint64 { return k.cut(^a) })
	case "neg":
		return c.unary(in, func(a uint64) uint64 { return k.cut(-a) })
	case "popc":
		return c.unary(in, func(a uint64) uint64 { return uint64(bits.OnesCount64(k.cut(a))) })
	case "selp":
		return c.choose(in, k)
	case "mad.lo":
		return c.ternary(in, func(a, b, e uint64) uint64 { return k.cut(a*b + e) })
	case "bfe":
		return k.class == 'u' && c.ternary(in, func(a, b, e uint64) uint64 { return k.cut(k.cut(a)>>(b&0xff)) & (1<<(e&0xff) - 1) })
	case "lop3":
		return c.lop3(in)
	}
	if compare, found := strings.CutPrefix(op, "setp."); found {
		if f := comparison(compare); f != nil {
			return c.binary(in, func(a, b uint64) uint64 { return f(order(k, a, b)) })
		}
	}
	return c.quads(in)
}

func cutLast(s string) (before, last string, found bool) {
	if i := strings.LastIndexByte(s, '.'); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// binaries are operations of two integers.
func binaries(op string, k kind) func(a, b uint64) uint64 {
	switch op {
	case "add":
		return func(a, b uint64) uint64 { return k.cut(a + b) }
	case "sub":
		return func(a, b uint64) uint64 { return k.cut(a - b) }
	case "and":
		return func(a, b uint64) uint64 { return k.cut(a & b) }
	case "or":
		return func(a, b uint64) uint64 { return k.cut(a | b) }
	case "xor":
		return func(a, b uint64) uint64 { return k.cut(a ^ b) }
	case "shl":
		return func(a, b uint64) uint64 { return k.cut(a << (b & 0xffffffff)) } // beyond the width: 0
	case "shr":
		if k.class == 's' {
			return func(a, b uint64) uint64 { return k.cut(uint64(k.signed(a) >> min(b&0xffffffff, 63))) }
		}
		return func(a, b uint64) uint64 { return k.cut(a) >> (b & 0xffffffff) }
	case "mul.lo":
		return func(a, b uint64) uint64 { return k.cut(a * b) }
	case "mul.wide":
		return func(a, b uint64) uint64 { return kind{'u', 2 * k.bits}.cut(k.wide(a) * k.wide(b)) }
	case "mul.hi":
		if k.bits < 64 {
			return func(a, b uint64) uint64 { return k.cut(k.wide(a) * k.wide(b) >> k.bits) }
		}
	case "div", "rem":
		return divides(op == "rem", k)
	case "min", "max":
		greater := op == "max"
		return func(a, b uint64) uint64 {
			if (order(k, a, b) > 0) == greater {
				return k.cut(a)
			}
			return k.cut(b)
		}
	}
	return nil
}

// divides divides toward zero; by zero the PTX ISA leaves open what it gives (all ones here).
func divides(rest bool, k kind) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		x, y := k.wide(a), k.wide(b)
		switch {
		case y == 0:
			return k.cut(^uint64(0))
		case k.class == 's' && rest:
			return k.cut(uint64(int64(x) % int64(y)))
		case k.class == 's':
			return k.cut(uint64(int64(x) / int64(y)))
		case rest:
			return x % y
		}
		return x / y
	}
}

// order compares: −1, 0 or 1.
func order(k kind, a, b uint64) int {
	x, y := k.wide(a), k.wide(b)
	switch {
	case x == y:
		return 0
	case k.class == 's' && int64(x) < int64(y), k.class != 's' && x < y:
		return -1
	}
	return 1
}

// comparison turns an order into 0 or 1.
func comparison(op string) func(order int) uint64 {
	truth := map[string][3]uint64{"lt": {1, 0, 0}, "le": {1, 1, 0}, "eq": {0, 1, 0}, "ne": {1, 0, 1}, "ge": {0, 1, 1}, "gt": {0, 0, 1}}
	t, ok := truth[op]
	if !ok {
		return nil
	}
	return func(order int) uint64 { return t[order+1] }
}

// choose is selp: a where the predicate holds, else b.
func (c *compiler) choose(in instruction, k kind) bool {
	return c.ternary(in, func(a, b, p uint64) uint64 {
		if p != 0 {
			return k.cut(a)
		}
		return k.cut(b)
	})
}

// lop3 is any function of three bits, looked up in its last operand: bit a·4 + b·2 + c.
func (c *compiler) lop3(in instruction) bool {
	o := c.all(in, 5)
	if c.failed != nil {
		return true
	}
	table, _ := number(in.args[4])
	c.at.run = func(w *warp, m uint32) {
		each(m, func(i int) {
			out := uint64(0)
			for n := range uint64(8) {
				if table>>n&1 == 0 {
					continue
				}
				x, y, z := w.r[o[1]][i], w.r[o[2]][i], w.r[o[3]][i]
				if n&4 == 0 {
					x = ^x
				}
				if n&2 == 0 {
					y = ^y
				}
				if n&1 == 0 {
					z = ^z
				}
				out |= x & y & z
			}
			w.r[o[0]][i] = out & 0xffffffff
		})
	}
	return true
}

// quads is dp4a: four products of bytes, each with its own sign, added to a number.
func (c *compiler) quads(in instruction) bool {
	parts := strings.Split(in.op, ".")
	if parts[0] != "dp4a" || len(parts) != 3 || parts[1] != "u32" && parts[1] != "s32" || parts[2] != "u32" && parts[2] != "s32" {
		return false
	}
	x, y := kind{parts[1][0], 8}, kind{parts[2][0], 8}
	return c.ternary(in, func(a, b, e uint64) uint64 {
		for i := 0; i < 32; i += 8 {
			e += x.wide(a>>i) * y.wide(b>>i)
		}
		return e & 0xffffffff
	})
}
