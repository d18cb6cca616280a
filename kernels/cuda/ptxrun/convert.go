package ptxrun

import (
	"fmt"
	"math"
	"strings"
)

// convert compiles cvt (PTX ISA, Data Movement and Conversion Instructions: cvt).
func (c *compiler) convert(in instruction) bool {
	parts := strings.Split(in.op, ".")
	if parts[0] != "cvt" {
		return false
	}
	if in.op == "cvt.rn.bf16.f32" {
		return c.unary(in, func(a uint64) uint64 { return toBF16(single(a)) })
	}
	if in.op == "cvt.rn.bf16x2.f32" { // the first source goes to the upper half
		return c.binary(in, func(a, b uint64) uint64 { return toBF16(single(a))<<16 | toBF16(single(b)) })
	}
	round := ""
	if len(parts) == 4 {
		round, parts = parts[1], parts[1:]
	}
	if len(parts) != 3 {
		return false
	}
	to, ok := kindOf(parts[1])
	from, known := kindOf(parts[2])
	if !ok || !known {
		return false
	}
	switch {
	case to.class != 'f' && from.class != 'f':
		return round == "" && c.unary(in, func(a uint64) uint64 { return to.cut(from.wide(a)) })
	case to.class == 'f' && from.class != 'f':
		return round == "rn" && c.unary(in, func(a uint64) uint64 { return whole(to, from, a) })
	}
	f := map[string]func(float64) float64{"rni": math.RoundToEven, "rzi": math.Trunc, "rmi": math.Floor}[round]
	read := double
	if from.bits == 32 {
		read = func(v uint64) float64 { return float64(single(v)) }
	}
	switch {
	case to.class != 'f':
		return f != nil && c.unary(in, func(a uint64) uint64 { return saturated(to, from, f(read(a))) })
	case to.bits == 32:
		return round == "rn" && c.unary(in, func(a uint64) uint64 { return rounded(read(a)) })
	case round == "":
		f = func(v float64) float64 { return v }
	}
	return f != nil && c.unary(in, func(a uint64) uint64 { return bits64(f(read(a))) })
}

// toBF16 rounds to nearest even; NaN is 0x7fff.
func toBF16(f float32) uint64 {
	if f != f {
		return 0x7fff
	}
	b := uint64(math.Float32bits(f))
	return (b + 0x7fff + b>>16&1) >> 16
}

// whole converts an integer to a float.
func whole(to, from kind, a uint64) uint64 {
	v := from.wide(a)
	switch {
	case to.bits == 32 && from.class == 's':
		return bitsOf(float32(int64(v)))
	case to.bits == 32:
		return bitsOf(float32(v))
	case from.class == 's':
		return bits64(float64(int64(v)))
	}
	return bits64(float64(v))
}

// saturated converts a float to a signed integer, to the nearest one if it does not fit. NaN gives 0, and with 64 bits on either side the lowest number.
func saturated(to, from kind, v float64) uint64 {
	top := math.Ldexp(1, int(to.bits)-1)
	switch {
	case v != v && from.bits < 64 && to.bits < 64:
		return 0
	case v != v, v < -top:
		return 1 << (to.bits - 1)
	case v >= top:
		return 1<<(to.bits-1) - 1
	}
	return to.cut(uint64(int64(v)))
}

// move compiles mov and cvta. An address in shared memory begins the window of generic addresses where shared memory is (PTX ISA, Generic Addressing).
func (c *compiler) move(in instruction) bool {
	switch op, last, _ := cutLast(in.op); {
	case op == "mov":
		k, ok := kindOf(last)
		return ok && (c.halves(in, k) || c.unary(in, func(a uint64) uint64 { return k.cut(a) }))
	case in.op == "cvta.global.u64", in.op == "cvta.to.global.u64":
		return c.unary(in, func(a uint64) uint64 { return a })
	case in.op == "cvta.shared.u64":
		return c.unary(in, func(a uint64) uint64 { return a + sharedWindow })
	case in.op == "cvta.to.shared.u64":
		return c.unary(in, func(a uint64) uint64 { return a - sharedWindow })
	}
	return false
}

// halves compiles mov of 32 or 64 bits between a register and two in braces, the first of which is the lower half (PTX ISA, mov: unpacking and packing of scalar
// values to and from vectors).
func (c *compiler) halves(in instruction, k kind) bool {
	if k.class != 'b' || len(in.args) != 2 || !strings.Contains(in.args[0]+in.args[1], "{") {
		return false
	}
	to, from := c.list(in.args[0]), c.list(in.args[1])
	half := kind{'b', k.bits / 2}
	switch {
	case k.bits == 16, len(to)*len(from) != 2:
		c.failed = fmt.Errorf("want one register and two halves of it")
	case len(to) == 2:
		c.at.run = func(w *warp, m uint32) {
			each(m, func(i int) {
				whole := w.r[from[0]][i]
				w.r[to[0]][i], w.r[to[1]][i] = half.cut(whole), half.cut(whole>>half.bits)
			})
		}
	default:
		c.at.run = func(w *warp, m uint32) {
			each(m, func(i int) { w.r[to[0]][i] = half.cut(w.r[from[0]][i]) | half.cut(w.r[from[1]][i])<<half.bits })
		}
	}
	return true
}
