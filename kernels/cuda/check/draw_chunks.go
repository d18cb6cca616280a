package check

import (
	"encoding/binary"
	"math"
	"slices"

	"asterism/engine/temporal"
	"asterism/kernels/cuda"
	"asterism/models"
)

// drawnChunk is a chunk of rows as the checks of exact comparison draw it.
type drawnChunk struct {
	present []uint16
	times   []int64
	values  [cuda.SeatColumns][]int8
	scales  [cuda.SeatColumns][]float32
	bits    []uint64
	terms   [2]*drawnTerms
	tokens  *drawnTokens
}

// drawnTerms are a sparse space of a chunk, term by term; the postings of ids[i] are postings[starts[i]:starts[i+1]].
type drawnTerms struct {
	ids              []uint16
	starts, postings []uint32
	norms            []float32
}

// drawnTokens are the token vectors of a chunk: those of row r are starts[r] … starts[r+1]−1.
type drawnTokens struct {
	starts []uint32
	scales []float32
	values []byte
}

// drawChunk makes random times and the spaces in which rows have values; checks add the parts that they need. Most rows have a value in every space.
func (b *Bench) drawChunk(ref int64) *drawnChunk {
	c := &drawnChunk{present: make([]uint16, cuda.SeatRows), times: make([]int64, cuda.SeatRows)}
	for r := range cuda.SeatRows {
		if c.present[r] = 1<<models.Count - 1; r%5 == 1 {
			c.present[r] &= uint16(b.Rand.Uint32())
		}
		age := int64(math.Pow(10, 18.5*b.Rand.Float64())) // up to a century
		switch r % 11 {
		case 3:
			age = -age
		case 7:
			age = 0
		}
		if c.times[r] = ref - age; r%11 == 5 { // where a period begins, or a nanosecond next to it
			c.times[r] = temporal.Periods[r%len(temporal.Periods)]*int64(b.Rand.IntN(200)-100) + int64(b.Rand.IntN(3)-1)
		}
	}
	c.times[8], c.times[9], c.times[10] = math.MinInt64, math.MaxInt64, -1
	return c
}

// drawValues draws the dense columns and E9.
func (c *drawnChunk) drawValues(b *Bench) {
	for i, width := range cuda.SeatWidths {
		c.values[i], c.scales[i] = make([]int8, cuda.SeatRows*width), make([]float32, cuda.SeatRows)
		for j := 0; j < len(c.values[i]); j += 8 {
			word := b.Rand.Uint64()
			for k := range 8 {
				c.values[i][j+k] = int8(word >> (8 * k))
			}
		}
		for r := range cuda.SeatRows {
			c.scales[i][r] = b.Rand.Float32() / 4096
		}
		for j := range width {
			c.values[i][j] = -128 // the least that there is, all over the first row
		}
	}
	c.bits = make([]uint64, cuda.SeatRows*cuda.SeatBitWords)
	for i := range c.bits {
		if c.bits[i] = b.Rand.Uint64(); i%cuda.SeatBitWords == cuda.SeatBitWords-1 {
			c.bits[i] &= 1<<(cuda.SeatBits%64) - 1
		}
	}
}

// drawTerms draws a sparse space: some terms in every row, many in few.
func (c *drawnChunk) drawTerms(b *Bench, space, each int) {
	lists, t := map[uint16][]uint32{}, &drawnTerms{norms: make([]float32, cuda.SeatRows)}
	for r := range cuda.SeatRows {
		row := map[uint16]bool{7: true}
		for range each {
			row[uint16(cuda.MostTerms*math.Pow(b.Rand.Float64(), 6))] = true
		}
		for id := range row {
			lists[id] = append(lists[id], uint32(r)<<16)
		}
		t.norms[r] = 2 * b.Rand.Float32()
	}
	t.norms[5] = 0
	for id := range lists {
		t.ids = append(t.ids, id)
	}
	slices.Sort(t.ids)
	t.starts = []uint32{0}
	for _, id := range t.ids {
		for _, posting := range lists[id] {
			half := uint32(b.Rand.IntN(0x4400)) // below 4
			if b.Rand.IntN(8) == 0 {
				half %= 0x400 // below the normal numbers
			}
			t.postings = append(t.postings, posting|half)
		}
		t.starts = append(t.starts, uint32(len(t.postings)))
	}
	c.terms[space] = t
}

// drawTokens draws tokens for rows, of as many as most; every seventh row has none.
func (c *drawnChunk) drawTokens(b *Bench, most int) {
	t := &drawnTokens{starts: []uint32{0}}
	for r := range cuda.SeatRows {
		n := 1 + b.Rand.IntN(most)
		switch {
		case r%7 == 3:
			n = 0
		case r == 1:
			n = most
		}
		t.starts = append(t.starts, t.starts[r]+uint32(n))
	}
	n := int(t.starts[cuda.SeatRows])
	t.scales, t.values = make([]float32, n), make([]byte, 64*n)
	for i := range t.scales {
		t.scales[i] = b.Rand.Float32() / 32
	}
	for i := 0; i < len(t.values); i += 8 {
		binary.LittleEndian.PutUint64(t.values[i:], b.Rand.Uint64())
	}
	c.tokens = t
}

// head returns the chunk's bytes of a seat's head; codes, factors and turns are not random.
func (c *drawnChunk) head() []byte {
	out, le := make([]byte, cuda.SeatHeadBytes), binary.LittleEndian
	for r := range cuda.SeatRows {
		le.PutUint64(out[cuda.SeatTimesAt+8*r:], uint64(c.times[r]))
		le.PutUint16(out[cuda.SeatPresentAt+2*r:], c.present[r])
	}
	return out
}

func (t *drawnTerms) block() []byte {
	le := binary.LittleEndian
	var out []byte
	for _, v := range []uint32{uint32(len(t.ids)), uint32(len(t.postings)), 0, 0} {
		out = le.AppendUint32(out, v)
	}
	for bucket := range cuda.MostTerms/64 + 1 {
		first, _ := slices.BinarySearchFunc(t.ids, bucket*64, func(id uint16, from int) int { return int(id) - from })
		out = le.AppendUint32(out, uint32(first))
	}
	for _, v := range t.norms {
		out = le.AppendUint32(out, math.Float32bits(v))
	}
	for _, list := range [][]uint32{t.starts, t.postings} {
		for _, v := range list {
			out = le.AppendUint32(out, v)
		}
	}
	for _, v := range t.ids {
		out = le.AppendUint16(out, v)
	}
	return out
}

func (t *drawnTokens) block() []byte {
	le := binary.LittleEndian
	out := append(le.AppendUint32(nil, uint32(len(t.scales))), make([]byte, 12)...)
	for _, v := range t.starts {
		out = le.AppendUint32(out, v)
	}
	out = append(out, make([]byte, 12)...)
	for _, v := range t.scales {
		out = le.AppendUint32(out, math.Float32bits(v))
	}
	return append(append(out, make([]byte, -4*len(t.scales)&15)...), t.values...)
}

// upload copies the random chunk to the GPU.
func (c *drawnChunk) upload(b *Bench) (s cuda.Seat) {
	s.Head = b.Bytes(c.head())
	for i, values := range c.values {
		if values == nil {
			continue
		}
		data := make([]byte, len(values), len(values)+4*cuda.SeatRows)
		for j, v := range values {
			data[j] = byte(v)
		}
		for _, v := range c.scales[i] {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		s.Values[i] = b.Bytes(data)
	}
	if c.bits != nil {
		data := make([]byte, 0, 8*len(c.bits))
		for _, v := range c.bits {
			data = binary.LittleEndian.AppendUint64(data, v)
		}
		s.Bits = b.Bytes(data)
	}
	for i, t := range c.terms {
		if t != nil {
			s.Terms[i] = b.Bytes(t.block())
		}
	}
	if c.tokens != nil {
		s.Tokens = b.Bytes(c.tokens.block())
	}
	return s
}

// drawnLook is a look at drawn chunks, and which of its rows are allowed.
type drawnLook struct {
	cuda.Look
	chunks  []*drawnChunk
	allowed []uint32
}

// drawLook makes a look of random chunks, of which at most `different` differ; their seats are in the table in another order, with an empty one in front.
func (b *Bench) drawLook(chunks, different int, draw func() *drawnChunk) *drawnLook {
	l := &drawnLook{allowed: make([]uint32, chunks*cuda.SeatRows/32)}
	table, list := make([]byte, cuda.SeatBytes), make([]int32, chunks)
	var some []*drawnChunk
	for i := range chunks {
		if len(some) < different {
			some = append(some, draw())
		}
		c := some[i%len(some)]
		l.chunks = append(l.chunks, c)
		list[i] = int32(chunks - i)
	}
	for i := chunks - 1; i >= 0; i-- {
		s := l.chunks[i].upload(b)
		table = s.AppendTo(table)
	}
	for i := range l.allowed {
		if l.allowed[i] = b.Rand.Uint32(); i%4 == 1 {
			l.allowed[i] = math.MaxUint32 * uint32(b.Rand.IntN(2))
		}
	}
	l.Look = cuda.Look{Table: b.Bytes(table), Seats: b.Ints(list), Allowed: b.words(l.allowed), Chunks: chunks}
	return l
}

func (l *drawnLook) has(row int) bool { return l.allowed[row/32]>>(row%32)&1 != 0 }

// row is a row's chunk and its place in it.
func (l *drawnLook) row(row int) (*drawnChunk, int) {
	return l.chunks[row/cuda.SeatRows], row % cuda.SeatRows
}
