package check_test

import (
	"bytes"
	"math"
	"testing"

	"asterism/kernels/cuda"
	. "asterism/kernels/cuda/check"
	"asterism/kernels/cuda/emulate"
)

// sharingFaults are ways to make the tiles wrong that several texts share.
var sharingFaults = []emulate.Fault{
	{Name: "a text sees the one behind it", File: "attention.cuh", Was: "column >= 16 * mine.first + mine.keys ||", Becomes: "column >= (FAULT ? 64 : 16 * mine.first + mine.keys) ||"},
	{Name: "a text of several warps sees itself from the warp's rows on", File: "attention.cuh", Was: "s[i].first = i - used,", Becomes: "s[i].first = FAULT ? i : i - used,"},
	{Name: "the last rows of a text are left out", File: "attention.cuh", Was: "if (16 * ++used >= length)", Becomes: "if (16 * ++used >= length - FAULT * 16)"},
	{Name: "the second half of a text is its first", File: "attention.cuh", Was: "s[i].row = from + 16 * used,", Becomes: "s[i].row = from + (FAULT ? 0 : 16 * used),"},
	{Name: "a warp has one row too many", File: "attention.cuh", Was: "a.put(out + (u64)mine.row * (u64)(heads * D), 0, mine.count,", Becomes: "a.put(out + (u64)mine.row * (u64)(heads * D), 0, mine.count + FAULT,"},
	{Name: "copies are not waited for", File: "attention.cuh", Was: "  copies_wait<0>();\n", Becomes: "  if (!FAULT) copies_wait<0>();\n"},
}

// warpgroupFaults are ways to make the products of a warpgroup wrong.
var warpgroupFaults = []emulate.Fault{
	{Name: "copies are not shown to the tensor cores", File: "attention_wgmma.cu", Was: "void show() { copies_show(); }", Becomes: "void show() { if (!FAULT) copies_show(); }"},
	{Name: "tiles begin at no multiple of 1024", File: "attention_wgmma.cu", Was: "& 1023);", Becomes: "& (FAULT ? 127 : 1023));"},
	{Name: "scores do not begin with 0", File: "attention_wgmma.cu", Was: "s[i] = 0;", Becomes: "s[i] = FAULT ? 1.f + (float)i : 0;"},
	{Name: "the next keys are put where queries are still read", File: "attention.cuh", Was: "Products::queries_stay ? values + tile : memory", Becomes: "Products::queries_stay && !FAULT ? values + tile : memory"},
	{Name: "the next part of the depth is 64 bytes on", File: "attention_wgmma.cu", Was: "d % 4 * 2,", Becomes: "d % 4 * (FAULT ? 4 : 2),"},
	{Name: "the next keys' values are 1024 bytes on", File: "attention_wgmma.cu", Was: "values + 16 * 128 * j", Becomes: "values + (FAULT ? 8 : 16) * 128 * j"},
	{Name: "eight places of the depth lie closer", File: "prelude_hopper.cuh", Was: "(u64)(apart >> 4) << 16 | 1024ull >> 4", Becomes: "(u64)(apart >> 4) << 16 | (FAULT ? 512ull : 1024ull) >> 4"},
	{Name: "a product begins without a fence", File: "attention_wgmma.cu", Was: "    warpgroup_begin(out);\n", Becomes: "    if (!FAULT) warpgroup_begin(out);\n"},
	{Name: "scores are not waited for", File: "attention_wgmma.cu", Was: "    warpgroup_wait(s);\n", Becomes: "    if (!FAULT) warpgroup_wait(s);\n"},
	{Name: "values are overwritten while they are read", File: "attention.cuh", Was: "    fetch(spare, k, key + tile_rows);\n", Becomes: "    fetch(FAULT ? values : spare, k, key + tile_rows);\n"},
}

func TestFaultsOfAttention(t *testing.T) {
	findFaults(t, "attention_64", sharingFaults, Shape{Rows: 64, Columns: 128, Depth: 64, Small: true})
	findFaults(t, "attention_wgmma_64", warpgroupFaults[:6], Shape{Rows: 356, Columns: 64, Depth: 64, Small: true})
	findFaults(t, "attention_wgmma_64", warpgroupFaults[6:], Shape{Rows: 356, Columns: 64, Depth: 64, Small: true})
}

// TestTextsThatShareATileKeepTheirBits: a text gives the same bits whether it has a tile of its own or shares one, and what is not finite stays in its text.
func TestTextsThatShareATileKeepTheirBits(t *testing.T) {
	lengths := []int32{3, 16, 17, 40, 1, 33, 31, 64, 5, 65, 48, 16, 2}
	const heads = 2
	for _, c := range []struct {
		width          int
		causal, filled bool
	}{{32, false, false}, {64, false, true}, {64, true, false}, {128, true, false}} {
		stride := 3 * heads * c.width
		draw := NewBench(startGPU(t), 7)
		offsets, seen := []int32{0}, []int32(nil)
		for _, n := range lengths {
			offsets, seen = append(offsets, offsets[len(offsets)-1]+n), append(seen, n)
			if c.filled {
				seen[len(seen)-1] = (n + 2) / 3
			}
		}
		qkv := draw.DrawBF16s(int(offsets[len(lengths)])*stride, 1.5, 0)
		const spoilt = 4 // shares a tile with others
		for i := range stride {
			qkv[int(offsets[spoilt])*stride+i] = cuda.ToBF16(float32(math.NaN()))
		}
		run := func(from, to int) []byte {
			b := NewBench(startGPU(t), 1)
			first := offsets[from]
			var own []int32
			for _, o := range offsets[from : to+1] {
				own = append(own, o-first)
			}
			all := b.BF16s(qkv[int(first)*stride : int(offsets[to])*stride])
			a := cuda.Attention{Q: all, K: all + cuda.Pointer(2*heads*c.width), V: all + cuda.Pointer(4*heads*c.width), Stride: stride, Heads: heads, Group: 1, Width: c.width, Causal: c.causal}
			if c.filled {
				a.Seen = b.Ints(seen[from:to])
			}
			tiles := cuda.AttentionTiles(own)
			out := b.Poison(2 * int(own[to-from]) * heads * c.width)
			b.Launch(a.Launch(out, b.Ints(tiles), b.Ints(own), len(tiles)/2))
			got := b.ReadBytes(out)
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			return got
		}
		all := run(0, len(lengths))
		for i := range lengths {
			from, to := int(offsets[i])*2*heads*c.width, int(offsets[i+1])*2*heads*c.width
			got := all[from:to]
			if i == spoilt {
				continue
			}
			if !bytes.Equal(got, run(i, i+1)) {
				t.Errorf("heads of %d: text %d of %d tokens has other bits alone", c.width, i, lengths[i])
			}
			for j := 0; j < len(got); j += 2 {
				if v := cuda.BF16(uint16(got[j]) | uint16(got[j+1])<<8).Float(); math.IsNaN(float64(v)) {
					t.Fatalf("heads of %d: text %d has NaN, which another text has", c.width, i)
				}
			}
		}
	}
}
