package gpu

import (
	"encoding/binary"
	"math"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

// collector is a replica that keeps all offered chunks.
type collector struct{ chunks []*search.FullChunk }

func (c *collector) Add(f *search.FullChunk)              { c.chunks = append(c.chunks, f) }
func (c *collector) Remove(uint64)                        {}
func (c *collector) NewSearcher([]uint64) search.Searcher { return nil }

// drawnChunk is the first full chunk of drawn memories.
func drawnChunk(t *testing.T) (*search.FullChunk, *trialData) {
	t.Helper()
	s, c := drawn(), &collector{}
	ix := search.New(s)
	ix.SetReplica(c)
	for i := range cuda.SeatRows + 1 {
		if err := ix.Add(&s.memories[i]); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.chunks) != 1 {
		t.Fatalf("%d chunks were offered, want 1", len(c.chunks))
	}
	return c.chunks[0], s
}

// TestHead: every number of a memory is at the offset that cuda.Seat documents.
func TestHead(t *testing.T) {
	c, s := drawnChunk(t)
	head := appendHead(nil, c)
	if len(head) != cuda.SeatHeadBytes {
		t.Fatalf("%d bytes, want %d", len(head), cuda.SeatHeadBytes)
	}
	le := binary.LittleEndian
	for r := range cuda.SeatRows {
		m := &s.memories[r]
		if at := int64(le.Uint64(head[cuda.SeatTimesAt+8*r:])); at != m.Time.UnixNano() {
			t.Fatalf("row %d has the time %d, want %d", r, at, m.Time.UnixNano())
		}
		if p := models.Set(le.Uint16(head[cuda.SeatPresentAt+2*r:])); p != c.Present[r] {
			t.Fatalf("row %d has values in %v, want %v", r, p.Spaces(), c.Present[r].Spaces())
		}
		for period := range 5 {
			if turn := le.Uint16(head[cuda.SeatTurnsAt+2*(cuda.SeatRows*period+r):]); turn != c.Turns[r][period] {
				t.Fatalf("row %d is at %d in period %d, want %d", r, turn, period, c.Turns[r][period])
			}
		}
		group := 0
		for column, groups := range cuda.SeatCodeGroupsOf {
			for j := range 128 * groups {
				word := le.Uint32(head[cuda.SeatCodesAt+16*(cuda.SeatRows*(group+j/128)+r)+4*(j/32%4):])
				if got, want := word>>(j%32)&1 != 0, codeBit(m.Record[:], column, j); got != want {
					t.Fatalf("row %d has bit %d of column %d %v, want %v", r, j, column, got, want)
				}
			}
			group += groups
			if column < cuda.SeatColumns {
				if f := le.Uint16(head[cuda.SeatFactorsAt+2*(cuda.SeatRows*column+r):]); f != c.Dense[column].Factors[r] {
					t.Fatalf("row %d has the factor %x in column %d, want %x", r, f, column, c.Dense[column].Factors[r])
				}
			}
		}
	}
	if group := appendHead(nil, &search.FullChunk{Times: c.Times, Turns: c.Turns, Present: c.Present}); len(group) != cuda.SeatHeadBytes {
		t.Errorf("a chunk without values has a head of %d bytes", len(group))
	}
}

// codeBit reports whether a component is above 0, or returns a bit of E9; false if there is
// no value.
func codeBit(record []fingerprint.Packed, column, j int) bool {
	if column == cuda.SeatColumns {
		p := &record[models.HDC]
		return len(p.Bits) > 0 && p.Bits[j/64]>>(j%64)&1 != 0
	}
	for s, columns := range columnsOf {
		for half, c := range columns {
			if p := &record[s]; c == column && len(p.Int8) > 0 {
				return p.Int8[half*widths[c]+j] > 0
			}
		}
	}
	return false
}

// TestTokenBlock: tokens follow their scales, and each row's tokens are at its start.
func TestTokenBlock(t *testing.T) {
	_, s := drawnChunk(t)
	values := make([]fingerprint.Packed, cuda.SeatRows)
	total := 0
	for r := range values {
		values[r] = s.tokens[s.memories[r].ID]
		total += len(values[r].Scales)
	}
	data := appendTokens(nil, values)
	if len(data) != tokenBytes(total) {
		t.Fatalf("%d bytes, want %d", len(data), tokenBytes(total))
	}
	le := binary.LittleEndian
	if n := le.Uint32(data); int(n) != total {
		t.Fatalf("the block says that it has %d tokens, want %d", n, total)
	}
	const starts, scales = 16, 16 + 4*(cuda.SeatRows+4)
	tokens := scales + (4*total+15)/16*16
	for r := range values {
		from, to := int(le.Uint32(data[starts+4*r:])), int(le.Uint32(data[starts+4*r+4:]))
		if to-from != len(values[r].Scales) {
			t.Fatalf("row %d has %d tokens, want %d", r, to-from, len(values[r].Scales))
		}
		for i, scale := range values[r].Scales {
			if got := math.Float32frombits(le.Uint32(data[scales+4*(from+i):])); got != scale {
				t.Fatalf("token %d of row %d has the scale %v, want %v", i, r, got, scale)
			}
			if got := string(data[tokens+64*(from+i):][:64]); got != string(values[r].Nibbles[64*i:][:64]) {
				t.Fatalf("token %d of row %d is another", i, r)
			}
		}
	}
}
