package ptxrun

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"asterism/kernels/cuda"
)

// ran runs a program with 64 threads and a buffer of 64 words, and returns the buffer.
func ran(t *testing.T, statements string) ([]uint32, error) {
	t.Helper()
	programs, err := Load(map[string]string{"f": program(statements)})
	if err != nil {
		t.Fatal(err)
	}
	g := programs.Start(7)
	p, err := g.Alloc(4 * 64)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Launch(cuda.Launch{Kernel: "f", GridX: 1, GridY: 1, Threads: 64, Args: []cuda.Arg{p}}); err != nil {
		return nil, err
	}
	b := make([]byte, 4*64)
	if err := g.Download(b, p); err != nil {
		t.Fatal(err)
	}
	out := make([]uint32, 64)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out, nil
}

// TestInstructions holds single instructions to values worked out by hand. Thread 5 (%r1) is looked at; what it stores is %r9 or %f9.
func TestInstructions(t *testing.T) {
	f := math.Float32bits
	for statements, want := range map[string]uint32{
		"add.s32 %r9, %r1, -7;":   0xfffffffe,
		"sub.s32 %r9, 3, %r1;":    0xfffffffe,
		"shr.s32 %r9, -16, 2;":    0xfffffffc,
		"shr.u32 %r9, -16, 28;":   15,
		"shl.b32 %r9, %r1, 32;":   0,
		"shr.s32 %r9, -1, 77;":    0xffffffff,
		"mul.hi.u32 %r9, -1, -1;": 0xfffffffe,
		"mul.hi.s32 %r9, -2, 3;":  0xffffffff,
		"mul.wide.s32 %rd9, -2, 3; shr.u64 %rd9, %rd9, 32; cvt.u32.u64 %r9, %rd9;": 0xffffffff,
		"mad.lo.s32 %r9, %r1, %r1, -30;":                                           0xfffffffb,
		"div.s32 %r9, -7, 2;":                                                      0xfffffffd,
		"rem.s32 %r9, -7, 2;":                                                      0xffffffff,
		"div.u32 %r9, -2, 2;":                                                      0x7fffffff,
		"min.s32 %r9, -1, %r1;":                                                    0xffffffff,
		"min.u32 %r9, -1, %r1;":                                                    5,
		"bfe.u32 %r9, 0x12345678, 8, 12;":                                          0x456,
		"popc.b32 %r9, 0xf0f1;":                                                    9,
		"lop3.b32 %r9, 0xf0, 0xcc, 0xaa, 0xe8;":                                    0xe8, // the majority of three
		"lop3.b32 %r9, 0xf0, 0xcc, 0xaa, 0x96;":                                    0x96, // their parity
		"dp4a.s32.s32 %r9, 0x01ff0203, 0x040506fe, 100;":                           100 + 4 - 5 + 12 - 6,
		"dp4a.u32.s32 %r9, 0x01ff0203, 0x040506fe, 0;":                             4 + 255*5 + 12 - 6,
		"setp.lt.u32 %p1, %r1, -1; selp.b32 %r9, 11, 22, %p1;":                     11,
		"setp.lt.s32 %p1, %r1, -1; selp.b32 %r9, 11, 22, %p1;":                     22,
		"setp.leu.f32 %p1, 0f7FC00000, 0f00000000; selp.b32 %r9, 1, 0, %p1;":       1,
		"setp.le.f32 %p1, 0f7FC00000, 0f00000000; selp.b32 %r9, 1, 0, %p1;":        0,
		"setp.nan.f32 %p1, 0f7FC00000, 0f00000000; selp.b32 %r9, 1, 0, %p1;":       1,
		"cvt.rn.bf16.f32 %rs9, 0f3F808000; cvt.u32.u16 %r9, %rs9;":                 0x3f80, // halfway: to even
		"cvt.rn.bf16.f32 %rs9, 0f3F818000; cvt.u32.u16 %r9, %rs9;":                 0x3f82,
		"cvt.rn.bf16.f32 %rs9, 0fFFC00000; cvt.u32.u16 %r9, %rs9;":                 0x7fff,
		"cvt.rn.bf16x2.f32 %r9, 0f3F818000, 0fC0000000;":                           0x3f82c000, // the first above the second
		"cvt.rni.s32.f32 %r9, 0f40200000;":                                         2,          // 2.5
		"cvt.rni.s32.f32 %r9, 0f4F800000;":                                         0x7fffffff,
		"cvt.rni.s32.f32 %r9, 0f7FC00000;":                                         0,
		"cvt.rzi.s32.f64 %r9, 0dC004000000000000;":                                 0xfffffffe, // −2.5
		"cvt.rmi.f64.f64 %fd1, 0dC004000000000000; cvt.rn.f32.f64 %r9, %fd1;":      f(-3),
		"cvt.s64.s32 %rd9, -5; neg.s64 %rd9, %rd9; cvt.u32.u64 %r9, %rd9;":         5,
		"cvt.rn.f32.s32 %r9, -5;":                                                  f(-5),
		"fma.rn.f32 %r9, 0f3F800001, 0f3F800001, 0fBF800002;":                      f(0x1p-46), // (1+2⁻²³)² − (1+2⁻²²)
		"rcp.rn.f32 %r9, 0f40400000;":                                              f(float32(1) / 3),
		"neg.f32 %r9, 0f00000000;":                                                 0x80000000,
		"cvt.f64.f32 %fd1, 0f3F800001; fma.rn.f64 %fd1, %fd1, %fd1, 0dBFF0000000000000; cvt.rn.f32.f64 %r9, %fd1;":      f(0x1.000002p0*0x1.000002p0 - 1), // exact in float64
		"cvt.rn.f64.s32 %fd1, -7; mul.f64 %fd1, %fd1, %fd1; cvt.rn.f32.f64 %r9, %fd1;":                                  f(49),
		"div.rn.f64 %fd1, 0d3FF0000000000000, 0d4008000000000000; cvt.rn.f32.f64 %r9, %fd1;":                            f(1.0 / 3),
		"cvt.rn.f32.f64 %r9, 0d3FF0000010000000;":                                                                       f(1),           // 1 + 2⁻²⁴: to even
		"cvt.rn.f32.f64 %r9, 0d3FF0000030000000;":                                                                       f(1 + 0x1p-22), // 1 + 3·2⁻²⁴
		"mov.b64 %rd9, 0x1122334455667788; { .reg .b32 tmp; mov.b64 {tmp, %r9}, %rd9; }":                                0x11223344,     // the upper half
		"mov.b64 %rd9, 0x1122334455667788; mov.b64 {%r9, %r8}, %rd9;":                                                   0x55667788,     // the lower one
		"mov.b64 %rd9, {%r1, -2}; shr.u64 %rd9, %rd9, 31; cvt.u32.u64 %r9, %rd9;":                                       0xfffffffc,     // the first below the second
		"mov.b32 %r8, 0x11223344; mov.b32 {%rs8, %rs9}, %r8; cvt.u32.u16 %r9, %rs9;":                                    0x1122,
		"shfl.sync.bfly.b32 %r9, %r1, 3, 31, -1;":                                                                       6,
		"shfl.sync.idx.b32 %r9, %r1, 9, 31, -1;":                                                                        9,
		"setp.gt.u32 %p1, %r1, 29; vote.sync.ballot.b32 %r9, %p1, -1;":                                                  0xc0000000,
		"redux.sync.add.s32 %r9, %r1, -1;":                                                                              31 * 16,
		"mov.u64 %rd5, room; cvta.shared.u64 %rd6, %rd5; st.shared.u32 [%rd5+4], 77; bar.sync 0; ld.u32 %r9, [%rd6+4];": 77,
		"@%p1 bra x; bra y; x: y: mov.u32 %r9, 1;":                                                                      1,
		"mov.u32 %r9, 0; setp.lt.u32 %p1, %r1, 4; @%p1 bra skip; add.s32 %r9, %r9, 6; skip: bar.warp.sync -1;":          6,
	} {
		got, err := ran(t, statements+"\nst.global.u32 [%rd2], %r9;")
		if err != nil || got[5] != want {
			t.Errorf("%s gives %#x, want %#x (error %v)", statements, at(got, 5), want, err)
		}
	}
}

// TestApproximate: each is within what is promised of the true value, and not nearer than half of that, where there is anything between.
func TestApproximate(t *testing.T) {
	for statement, want := range map[string]float64{
		"ex2.approx.f32 %r9, 0f40400000;":     8,
		"ex2.approx.ftz.f32 %r9, 0fC0A00000;": 1.0 / 32,
		"lg2.approx.f32 %r9, 0f41000000;":     3,
		"lg2.approx.f32 %r9, 0f3F99999A;":     math.Log2(1.2),
		"rsqrt.approx.f32 %r9, 0f40800000;":   0.5,
		"rcp.approx.ftz.f32 %r9, 0f40400000;": 1.0 / 3,
		"rcp.approx.ftz.f32 %r9, 0f00000001;": math.Inf(1), // not normal: 0
		"rcp.approx.ftz.f32 %r9, 0fFF800000;": 0,
		"rcp.approx.ftz.f32 %r9, 0f7F000000;": 0, // 2⁻¹²⁷ is not normal
		"ex2.approx.ftz.f32 %r9, 0fC3000000;": 0, // 2⁻¹²⁸
		"ex2.approx.ftz.f32 %r9, 0fFF800000;": 0,
		"ex2.approx.ftz.f32 %r9, 0f43000000;": math.Inf(1),
		"ex2.approx.f32 %r9, 0fC3000000;":     0x1p-128,
		"rsqrt.approx.f32 %r9, 0f00000000;":   math.Inf(1),
	} {
		got, err := ran(t, statement+"\nst.global.u32 [%rd2], %r9;")
		if err != nil {
			t.Errorf("%s: %v", statement, err)
			continue
		}
		v := float64(math.Float32frombits(got[5]))
		if math.IsInf(want, 0) || want == 0 {
			if v != want {
				t.Errorf("%s gives %g, want %g", statement, v, want)
			}
			continue
		}
		scale := want
		if strings.Contains(statement, "3F99999A") {
			scale = 1 // the logarithm's error is an absolute one
		}
		if off := math.Abs(v-want) / scale; want > 0x1p-126 && (off > 1.1*0x1p-22 || off < 0x1p-23) {
			t.Errorf("%s gives %g, off by %g", statement, v, off)
		}
	}
	if got, err := ran(t, "rcp.approx.ftz.f32 %r9, 0f7FC00000; st.global.u32 [%rd2], %r9;"); err != nil || !math.IsNaN(float64(math.Float32frombits(got[5]))) {
		t.Errorf("of NaN it is %v, error %v", at(got, 5), err)
	}
}

func at(v []uint32, i int) uint32 {
	if i < len(v) {
		return v[i]
	}
	return 0
}

// TestFaultsAreFound: each is an error that names the line of the text.
func TestFaultsAreFound(t *testing.T) {
	for statements, want := range map[string]string{
		"ld.global.u32 %r9, [%rd2+2];":    "misaligned",
		"ld.global.u32 %r9, [%rd2+256];":  "outside of a buffer",
		"st.global.u32 [%rd2+4], %r1;":    "outside of a buffer",
		"ld.shared.u32 %r9, [room];":      "nobody has written",
		"st.shared.u32 [room+1024], %r1;": "outside of shared memory",
		"st.shared.u32 [room+2], %r1;":    "misaligned",
		"mov.u64 %rd5, room; cvt.u32.u64 %r5, %rd5; mad.lo.s32 %r5, %r1, 16, %r5; cp.async.cg.shared.global [%r5], [%rd1], 16; ld.shared.u32 %r9, [room];": "nobody has waited for",
		"setp.lt.u32 %p1, %r1, 4; @%p1 bra x; bar.sync 0; x:":                                                         "lanes have ended",
		"setp.lt.u32 %p1, %r1, 32; @%p1 bra x; bar.sync 0; x:":                                                        "others have not reached",
		"setp.lt.u32 %p1, %r1, 4; @%p1 bra x; shfl.sync.bfly.b32 %r9, %r1, 1, 31, -1; bra y; x: bar.warp.sync -1; y:": "different instructions",
		"x: bra x;": "does not end",
		"mov.u64 %rd5, room; cvt.u32.u64 %r5, %rd5; mbarrier.arrive.shared::cta.b64 _, [%r5];": "nobody has initialised",
	} {
		_, err := ran(t, statements)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%s: error is %v, want one that says %q", statements, err, want)
		}
	}
}

// TestAtomics: all threads are counted, each at its turn.
func TestAtomics(t *testing.T) {
	got, err := ran(t, `	mov.u32 %r2, 0; setp.eq.u32 %p1, %r1, 0; @!%p1 bra go; st.shared.u32 [room], 0; go: bar.sync 0;
	atom.shared.add.u32 %r9, [room], 1;
	mul.wide.u32 %rd3, %r9, 4; add.s64 %rd3, %rd1, %rd3; st.global.u32 [%rd3], %r9;`)
	for i, v := range got {
		if int(v) != i {
			t.Errorf("turn %d has %d", i, v)
		}
	}
	if err != nil || len(got) == 0 {
		t.Error(err)
	}
}
