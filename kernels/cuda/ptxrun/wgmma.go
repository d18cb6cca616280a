package ptxrun

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// product is a wgmma in flight: its operands as they were when it began, which may not change before it is waited for.
type product struct {
	a, b     uint64 // descriptors
	rows     []byte // this warp's rows of a, where they come from registers
	turned   bool   // b is MN-major
	adds     bool   // scale-d
	columns  int
	whole    bool   // of signed bytes, with sums in int32
	operands []byte // 16 rows of a, then the columns of b, 32 bytes each
}

// async is what a warp has in flight on its accumulators.
type async struct {
	registers    []int
	begun        bool // wgmma.fence since the last access to the accumulators
	sums         []row
	open, closed []product
}

const busy = 0x7fa00000 // the content of accumulators meanwhile: a NaN that no arithmetic gives, and a whole number that no sum of products is

// products compiles wgmma (PTX ISA, Asynchronous Warpgroup Level Matrix Instructions). Each of the four warps of a warpgroup makes its 16 rows.
func (c *compiler) products(in instruction) bool {
	c.meet(-1)
	c.k.products = true
	switch in.op {
	case "wgmma.fence.sync.aligned":
		c.at.run = func(w *warp, _ uint32) { w.async.begun = true }
	case "wgmma.commit_group.sync.aligned":
		c.at.run = func(w *warp, _ uint32) {
			w.async.closed = append(w.async.closed, w.async.open...)
			w.async.open = nil
		}
	case "wgmma.wait_group.sync.aligned":
		c.at.run = func(w *warp, _ uint32) { w.waitProducts() }
		return len(in.args) == 1 && in.args[0] == "0"
	case "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16":
		if len(in.args) == 7 {
			return c.startFromRegisters(in, 64)
		}
		return c.startProduct(in, 64, false)
	case "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16":
		if len(in.args) == 7 {
			return c.startFromRegisters(in, 128)
		}
		return c.startProduct(in, 128, false)
	case "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16":
		return c.startProduct(in, 256, false)
	case "wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8":
		return c.startProduct(in, 128, true)
	case "wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8":
		return c.startProduct(in, 256, true)
	default:
		return false
	}
	return true
}

// startProduct takes scale-d as a predicate. Floats must have scales of 1 and operands that are not transposed; bytes have no others.
func (c *compiler) startProduct(in instruction, columns int, whole bool) bool {
	rest := []string{"1", "1", "0", "0"}
	if whole {
		rest = nil
	}
	if len(in.args) < 4 || !slices.Equal(in.args[4:], rest) {
		return false
	}
	d := c.list(in.args[0])
	a, b, adds := c.operand(in.args[1]), c.operand(in.args[2]), c.operand(in.args[3])
	c.at.run = func(w *warp, _ uint32) {
		for i := range 32 {
			if w.r[a][i] != w.r[a][0] || w.r[b][i] != w.r[b][0] || w.r[adds][i] != w.r[adds][0] {
				fail("lanes of a warp begin different products")
			}
		}
		w.startProduct(d, product{a: w.r[a][0], b: w.r[b][0], adds: w.r[adds][0] != 0, columns: columns, whole: whole})
	}
	return len(d) == columns/2
}

// startFromRegisters takes a from registers, whose layout is that of mma.m16n8k16 (PTX ISA, Register Fragments for wgmma.mma_async.m64nNk16, matrix A), and scales of 1; b may be
// transposed.
func (c *compiler) startFromRegisters(in instruction, columns int) bool {
	if len(in.args) != 7 || in.args[4] != "1" || in.args[5] != "1" || in.args[6] != "0" && in.args[6] != "1" {
		return false
	}
	d, a := c.list(in.args[0]), c.list(in.args[1])
	b, adds, turned := c.operand(in.args[2]), c.operand(in.args[3]), in.args[6] == "1"
	c.at.run = func(w *warp, _ uint32) {
		rows := make([]byte, 16*32)
		for lane := range 32 {
			if w.r[b][lane] != w.r[b][0] || w.r[adds][lane] != w.r[adds][0] {
				fail("lanes of a warp begin different products")
			}
			for i, r := range a { // row g + 8·(i%2), depth 2t and 2t+1, and 8 more from i = 2 on
				row, depth := lane/4+i%2*8, lane%4*2+i/2*8
				binary.LittleEndian.PutUint32(rows[32*row+2*depth:], uint32(w.r[r][lane]))
			}
		}
		w.startProduct(d, product{rows: rows, turned: turned, b: w.r[b][0], adds: w.r[adds][0] != 0, columns: columns})
	}
	return len(d) == columns/2 && len(a) == 4
}

func (w *warp) startProduct(d []int, p product) {
	y := &w.async
	if !y.begun {
		fail("a product begins without wgmma.fence")
	}
	if len(y.open)+len(y.closed) == 0 {
		y.registers, y.sums = d, make([]row, len(d))
		for i, r := range d {
			y.sums[i] = w.r[r]
			for lane := range 32 {
				w.r[r][lane] = busy
			}
		}
	}
	if open := append(y.closed[:len(y.closed):len(y.closed)], y.open...); !slices.Equal(y.registers, d) || len(open) > 0 && open[0].whole != p.whole {
		fail("products on two sets of accumulators at once")
	}
	p.operands = w.operands(p)
	y.open = append(y.open, p)
}

// operands reads this warp's rows of a and all of b.
func (w *warp) operands(p product) []byte {
	out := append(make([]byte, 0, 32*(16+p.columns)), p.rows...)
	for r := 0; p.rows == nil && r < 16; r++ {
		out = w.block.shared.part(out, p.a, 16*(w.index%4)+r)
	}
	for r := range p.columns {
		if p.turned {
			out = w.block.shared.turnedPart(out, p.b, r)
		} else {
			out = w.block.shared.part(out, p.b, r)
		}
	}
	return out
}

// turnedPart appends 16 numbers of a column of an MN-major matrix that is exchanged by 128 bytes: bits 16–29 of the descriptor are from 64 columns to the next 64, 32–45
// from 8 places of the depth, each a row of 128 bytes, to the next 8.
func (s *shared) turnedPart(out []byte, descriptor uint64, column int) []byte {
	field := func(from int) uint64 { return descriptor >> from & 0x3fff << 4 }
	if descriptor>>62 != 1 || descriptor>>49&7 != 0 {
		fail("a transposed matrix that is not exchanged by 128 bytes, or has a base offset")
	}
	for k := range uint64(16) {
		at := field(0) + uint64(column/64)*field(16) + k/8*field(32) + k%8*128 + uint64(column%64)*2
		at ^= at >> 7 & 7 << 4
		out = append(out, s.operand(at &^ 15)[at%16:][:2]...)
	}
	return out
}

// part appends the 32 bytes of a row of a K-major matrix (PTX ISA, Matrix Descriptor; Shared Memory Matrix Layout): bits 0–13 of the descriptor are the
// address, 16–29 the leading dimension's stride, 32–45 that of 8 rows, all divided by 16; 49–51 the base offset; 62–63 how 16-byte parts are exchanged.
func (s *shared) part(out []byte, descriptor uint64, r int) []byte {
	field := func(from int) uint64 { return descriptor >> from & 0x3fff << 4 }
	mode := descriptor >> 62
	width, bits := []uint64{16, 128, 64, 32}[mode], []uint64{0, 7, 3, 1}[mode]
	if descriptor>>49&7 != 0 {
		fail("a matrix descriptor with a base offset")
	}
	for c := range uint64(2) {
		step := uint64(16)
		if mode == 0 {
			step = field(16)
		}
		at := field(0) + uint64(r%8)*width + uint64(r/8)*field(32) + c*step
		at ^= at >> 7 & bits << 4
		out = append(out, s.operand(at)...)
	}
	return out
}

// operand returns 16 bytes as the tensor cores read them: NaN, or −1 as a byte, where nothing was written, since columns that are never stored may have such operands.
func (s *shared) operand(at uint64) []byte {
	i := s.at(at, 16, 16)
	out := slices.Clone(s.data[i : i+16])
	for j := range out {
		switch state := s.state[i+j]; {
		case state >= landing:
			fail("a product reads at %#x where a copy is under way, or a barrier", at)
		case s.hidden[i+j]:
			fail("a product reads at %#x what a thread wrote and did not show (fence.proxy.async)", at)
		case state == unwritten:
			out[j] = 0xff
		}
	}
	return out
}

// waitProducts computes the sums of the committed products.
func (w *warp) waitProducts() {
	y := &w.async
	y.begun = false
	if len(y.closed) == 0 {
		return
	}
	for _, r := range y.registers {
		for lane := range 32 {
			if w.r[r][lane] != busy {
				fail("accumulators are touched while products run")
			}
		}
	}
	for _, p := range y.closed {
		if !bytes.Equal(p.operands, w.operands(p)) {
			fail("operands change while a product runs")
		}
		if p.whole {
			p.addWhole(y.sums)
		} else {
			p.add(y.sums)
		}
	}
	y.closed = nil
	if len(y.open) == 0 {
		for i, r := range y.registers {
			w.r[r] = y.sums[i]
		}
	}
}

// add adds a product to the sums of a warp: with g = lane/4 and t = lane%4, register 4j+i is row g + 8·(i/2), column 8j + 2t + i%2 (PTX ISA, Register Fragments for
// wgmma.mma_async.m64nNk16).
func (p product) add(sums []row) {
	numbers := make([]float64, len(p.operands)/2)
	for i := range numbers {
		numbers[i] = float64(math.Float32frombits(uint32(load(p.operands[2*i:2*i+2])) << 16))
	}
	for j := range sums {
		for lane := range 32 {
			r, column := place(lane, j%4)
			a, b := numbers[16*r:16*r+16], numbers[16*(16+j/4*8+column):][:16]
			sum := 0.0
			if p.adds {
				sum = float64(single(sums[j][lane]))
			}
			for k := range a {
				sum += a[k] * b[k]
			}
			sums[j][lane] = rounded(sum)
		}
	}
}

// addWhole is add of signed bytes, whose sums wrap in 32 bits.
func (p product) addWhole(sums []row) {
	for j := range sums {
		for lane := range 32 {
			r, column := place(lane, j%4)
			a, b := p.operands[32*r:32*r+32], p.operands[32*(16+j/4*8+column):][:32]
			sum := int32(0)
			if p.adds {
				sum = int32(sums[j][lane])
			}
			for k := range a {
				sum += int32(int8(a[k])) * int32(int8(b[k]))
			}
			sums[j][lane] = uint64(uint32(sum))
		}
	}
}
