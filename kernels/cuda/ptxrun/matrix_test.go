package ptxrun

import (
	"math"
	"testing"
)

// TestFragments holds the register layouts of mma.sync to one non-zero number of a and one of b at a time: their product must lie at the row of the one and the
// column of the other if their depths agree, and nowhere else.
func TestFragments(t *testing.T) {
	const one = 0x3f80
	for _, p := range []struct{ lane, register, half, row, depth int }{
		{0, 0, 0, 0, 0}, {0, 0, 1, 0, 1}, {6, 0, 0, 1, 4}, {6, 1, 0, 9, 4}, {6, 2, 1, 1, 13}, {31, 3, 1, 15, 15},
	} {
		for _, q := range []struct{ lane, register, half, column, depth int }{
			{0, 0, 0, 0, 0}, {0, 0, 1, 0, 1}, {14, 0, 0, 3, 4}, {14, 1, 1, 3, 13}, {31, 1, 1, 7, 15},
		} {
			var rows [14]row
			var f fragments
			for i := range 4 {
				f.a[i], f.b[i], f.c[i], f.d[i] = &rows[i], &rows[4+i%2], &rows[6+i], &rows[10+i]
			}
			f.a[p.register][p.lane] = one << (16 * p.half)
			f.b[q.register][q.lane] = one << (16 * q.half)
			floats(&f)
			for lane := range 32 {
				for i := range 4 {
					// PTX ISA: c0, c1 in row lane/4, c2, c3 in row lane/4 + 8; columns (lane%4)·2 and one more
					row, column := lane>>2, lane&3<<1|i&1
					if i >= 2 {
						row += 8
					}
					want := float32(0)
					if row == p.row && column == q.column && p.depth == q.depth {
						want = 1
					}
					if got := math.Float32frombits(uint32(f.d[i][lane])); got != want {
						t.Errorf("a %v, b %v: row %d, column %d is %g, want %g", p, q, row, column, got, want)
					}
				}
			}
		}
	}
}

// TestBytes: −1·2 at depth 21 of row 3, column 5, and 100 that was there.
func TestBytes(t *testing.T) {
	var rows [14]row
	var f fragments
	for i := range 4 {
		f.a[i], f.b[i], f.c[i], f.d[i] = &rows[i], &rows[4+i%2], &rows[6+i], &rows[10+i]
	}
	f.a[2][3*4+1] = 0xff << 8 // row 3, depths 20 to 23
	f.b[1][5*4+1] = 2 << 8    // column 5
	f.c[1][3*4+2] = 100       // row 3, column 5
	wholes(&f)
	for lane := range 32 {
		for i := range 4 {
			want := uint64(0)
			if lane == 3*4+2 && i == 1 {
				want = 98
			}
			if f.d[i][lane] != want {
				t.Errorf("register %d of lane %d is %d, want %d", i, lane, f.d[i][lane], want)
			}
		}
	}
}

// TestDescriptor: with the exchange of 128 bytes, part 1 of row 9 lies in the second eight rows at part 1 ^ (9 mod 8).
func TestDescriptor(t *testing.T) {
	s := &shared{base: 1024, data: make([]byte, 4096), state: make([]byte, 4096), hidden: make([]bool, 4096)}
	s.mark(0, 4096, written)
	for i := range s.data {
		s.data[i] = byte(i / 16)
	}
	got := s.part(nil, 1024>>4|1<<16|1024>>4<<32|1<<62, 9)
	// row 9 begins at 1024 + 128, which is part 72 of 16 bytes; row 1 of eight exchanges neighbours
	if got[0] != 73 || got[16] != 72 {
		t.Errorf("parts %d and %d, want 73 and 72", got[0], got[16])
	}
}
