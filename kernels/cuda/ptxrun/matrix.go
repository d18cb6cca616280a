package ptxrun

import "math"

// matrix compiles ldmatrix and mma.sync (PTX ISA, Warp Level Matrix Multiply-Accumulate Instructions). With g = lane/4 and t = lane%4 the registers of a
// lane are as in "Matrix Fragments for mma.m16n8k16" and "… mma.m16n8k32".
func (c *compiler) matrix(in instruction) bool {
	switch in.op {
	case "ldmatrix.sync.aligned.m8n8.x4.shared.b16":
		return c.loadMatrices(in, false)
	case "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16":
		return c.loadMatrices(in, true)
	case "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32":
		return c.multiply(in, floats)
	case "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32":
		return c.multiply(in, wholes)
	}
	return false
}

// loadMatrices is ldmatrix.x4: lanes 8j to 8j+7 have the addresses of the rows of matrix j. Register j of a lane is row g, columns 2t and 2t+1 of it; transposed,
// rows 2t and 2t+1 of column g.
func (c *compiler) loadMatrices(in instruction, transposed bool) bool {
	if len(in.args) != 2 {
		return false
	}
	to := c.list(in.args[0])
	base, offset := c.address(in.args[1])
	c.meet(-1)
	c.at.run = func(w *warp, _ uint32) {
		var out [4][32]uint64
		for j := range 4 {
			var rows [8][]byte
			for i := range rows {
				rows[i] = w.block.shared.read(w.r[base][8*j+i]+offset, 16, 16)
			}
			for lane := range 32 {
				g, t := lane/4, lane%4
				if transposed {
					out[j][lane] = load(rows[2*t][2*g:2*g+2]) | load(rows[2*t+1][2*g:2*g+2])<<16
				} else {
					out[j][lane] = load(rows[g][4*t : 4*t+4])
				}
			}
		}
		for j, r := range to {
			w.r[r] = out[j]
		}
	}
	return len(to) == 4
}

// fragments are the operands of a product: a of 4 registers, b of 2, c and d of 4.
type fragments struct{ d, a, b, c [4]*row }

func (c *compiler) multiply(in instruction, product func(f *fragments)) bool {
	if len(in.args) != 4 {
		return false
	}
	var all [4][]int
	for i, n := range []int{4, 4, 2, 4} {
		if all[i] = c.list(in.args[i]); len(all[i]) != n {
			return false
		}
	}
	c.meet(-1)
	c.at.run = func(w *warp, _ uint32) {
		var f fragments
		for i, to := range []*[4]*row{&f.d, &f.a, &f.b, &f.c} {
			for j, r := range all[i] {
				to[j] = &w.r[r]
			}
		}
		product(&f)
	}
	return true
}

// place is the element of register i of an accumulator: row g or g+8, column 2t or 2t+1.
func place(lane, i int) (row, column int) { return lane/4 + i/2*8, lane%4*2 + i%2 }

// floats is m16n8k16 of bf16: sums of 16 products, in 64 bits and rounded once (how a GPU rounds within is undefined). Register i of a has row g + 8·(i%2), depth
// 2t and 2t+1, and 8 more from i = 2 on; b column g, the same depth, 8 more for i = 1.
func floats(f *fragments) {
	var a [16][16]float64
	var b [8][16]float64
	for lane := range 32 {
		g, t := lane/4, lane%4
		for i := range 4 {
			a[g+i%2*8][2*t+i/2*8], a[g+i%2*8][2*t+i/2*8+1] = pair(f.a[i][lane])
		}
		for i := range 2 {
			b[g][2*t+i*8], b[g][2*t+i*8+1] = pair(f.b[i][lane])
		}
	}
	for lane := range 32 {
		var out [4]uint64
		for i := range out {
			r, column := place(lane, i)
			sum := float64(single(f.c[i][lane]))
			x, y := &a[r], &b[column]
			for k := range 16 {
				sum += x[k] * y[k]
			}
			out[i] = rounded(sum)
		}
		for i, v := range out {
			f.d[i][lane] = v
		}
	}
}

func pair(v uint64) (low, high float64) {
	return float64(math.Float32frombits(uint32(v) << 16)), float64(math.Float32frombits(uint32(v) & 0xffff0000))
}

// wholes is m16n8k32 of signed bytes with sums in 32 bits that wrap: as floats, with four numbers a register and 16 instead of 8 of the depth.
func wholes(f *fragments) {
	var a [16][32]int32
	var b [8][32]int32
	for lane := range 32 {
		g, t := lane/4, lane%4
		for j := range 4 {
			for i := range 4 {
				a[g+i%2*8][4*t+i/2*16+j] = int32(int8(f.a[i][lane] >> (8 * j)))
			}
			for i := range 2 {
				b[g][4*t+i*16+j] = int32(int8(f.b[i][lane] >> (8 * j)))
			}
		}
	}
	for lane := range 32 {
		var out [4]uint64
		for i := range out {
			r, column := place(lane, i)
			sum := int32(f.c[i][lane])
			for k, x := range a[r] {
				sum += x * b[column][k]
			}
			out[i] = uint64(uint32(sum))
		}
		for i, v := range out {
			f.d[i][lane] = v
		}
	}
}
