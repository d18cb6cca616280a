package ptxrun

import (
	"math"
	"strings"
)

func single(v uint64) float32  { return math.Float32frombits(uint32(v)) }
func bitsOf(f float32) uint64  { return uint64(math.Float32bits(f)) }
func double(v uint64) float64  { return math.Float64frombits(v) }
func bits64(f float64) uint64  { return math.Float64bits(f) }
func rounded(f float64) uint64 { return bitsOf(float32(f)) }

// float compiles arithmetic of floats (PTX ISA, Floating Point Instructions), rounded to nearest even. Square roots and quotients of 32 bits are exact when
// made in 64 bits and rounded. The approximate ones have the greatest error allowed (approximate).
func (c *compiler) float(in instruction) bool {
	op, last, _ := cutLast(in.op)
	if last != "f32" && last != "f64" {
		return false
	}
	op = strings.TrimSuffix(op, ".rn")
	if compare, ok := strings.CutPrefix(op, "setp."); ok {
		return c.compare(in, compare, last)
	}
	if last == "f32" {
		return c.float32s(in, op)
	}
	return c.float64s(in, op)
}

func (c *compiler) float32s(in instruction, op string) bool {
	switch op {
	case "add":
		return c.binary(in, func(a, b uint64) uint64 { return bitsOf(single(a) + single(b)) })
	case "sub":
		return c.binary(in, func(a, b uint64) uint64 { return bitsOf(single(a) - single(b)) })
	case "mul":
		return c.binary(in, func(a, b uint64) uint64 { return bitsOf(single(a) * single(b)) })
	case "div":
		return c.binary(in, func(a, b uint64) uint64 { return bitsOf(single(a) / single(b)) })
	case "fma":
		return c.ternary(in, func(a, b, e uint64) uint64 { return bitsOf(fused(single(a), single(b), single(e))) })
	case "neg":
		return c.unary(in, func(a uint64) uint64 { return a ^ 1<<31 })
	case "rcp":
		return c.unary(in, func(a uint64) uint64 { return bitsOf(1 / single(a)) })
	case "min", "max":
		return c.extreme(in, op == "min")
	case "sqrt":
		return c.unary(in, func(a uint64) uint64 { return rounded(math.Sqrt(float64(single(a)))) })
	}
	f, ok := map[string]func(float64) float64{"ex2.approx": math.Exp2, "lg2.approx": math.Log2,
		"rcp.approx": func(x float64) float64 { return 1 / x }, "rsqrt.approx": func(x float64) float64 { return 1 / math.Sqrt(x) }}[strings.TrimSuffix(op, ".ftz")]
	return ok && c.approximate(in, f, strings.HasSuffix(op, ".ftz"))
}

func (c *compiler) float64s(in instruction, op string) bool {
	switch op {
	case "add":
		return c.binary(in, func(a, b uint64) uint64 { return bits64(double(a) + double(b)) })
	case "sub":
		return c.binary(in, func(a, b uint64) uint64 { return bits64(double(a) - double(b)) })
	case "mul":
		return c.binary(in, func(a, b uint64) uint64 { return bits64(double(a) * double(b)) })
	case "div":
		return c.binary(in, func(a, b uint64) uint64 { return bits64(double(a) / double(b)) })
	case "fma":
		return c.ternary(in, func(a, b, e uint64) uint64 { return bits64(math.FMA(double(a), double(b), double(e))) })
	case "neg":
		return c.unary(in, func(a uint64) uint64 { return a ^ 1<<63 })
	case "sqrt":
		return c.unary(in, func(a uint64) uint64 { return bits64(math.Sqrt(double(a))) })
	case "min", "max":
		return c.extreme(in, op == "min")
	}
	return false
}

// extreme is min and max: of a number and NaN it is the number, and −0 is below 0.
func (c *compiler) extreme(in instruction, least bool) bool {
	value, sign := double, -1.0
	if strings.HasSuffix(in.op, "32") {
		value = func(v uint64) float64 { return float64(single(v)) }
	}
	if least {
		sign = 1
	}
	return c.binary(in, func(a, b uint64) uint64 {
		if x, y := value(a), value(b); sign*x < sign*y || y != y || x == y && math.Signbit(x) == least {
			return a
		}
		return b
	})
}

// fused is a·b + c, rounded once. The product is exact in 64 bits; the sum is rounded to odd there, so that rounding it again changes nothing.
func fused(a, b, c float32) float32 {
	x, y := float64(a)*float64(b), float64(c)
	s := x + y
	t := s - x
	lost := (x - (s - t)) + (y - t)
	if lost != 0 && !math.IsNaN(lost) && !math.IsInf(s, 0) && bits64(s)&1 == 0 {
		s = math.Nextafter(s, math.Inf(int(math.Copysign(1, lost))))
	}
	return float32(s)
}

// compare is setp of floats: with a u at the end it also holds where one is NaN; num and nan ask that alone.
func (c *compiler) compare(in instruction, op, last string) bool {
	value := double
	if last == "f32" {
		value = func(v uint64) float64 { return float64(single(v)) }
	}
	base, unordered := op, uint64(0)
	if b, ok := strings.CutSuffix(op, "u"); ok {
		base, unordered = b, 1
	}
	f := comparison(base)
	switch {
	case op == "nan":
		f, unordered = func(int) uint64 { return 0 }, 1
	case op == "num":
		f = func(int) uint64 { return 1 }
	case f == nil:
		return false
	}
	return c.binary(in, func(a, b uint64) uint64 {
		x, y := value(a), value(b)
		switch {
		case x < y:
			return f(-1)
		case x == y:
			return f(0)
		case x > y:
			return f(1)
		}
		return unordered
	})
}
