package ptxrun_test

import (
	"regexp"
	"strings"
	"testing"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
	"asterism/kernels/cuda/ptxrun"
)

// planted are changes of the text that we ship. Each makes a kernel wrong; a regular expression matches the original text, and its first match in the
// kernel is changed.
var planted = []struct {
	name, program, kernel string
	was, becomes          string
	at                    check.Shape // none: all small ones
}{
	{"two registers of a are swapped", "gemm", "gemm", `(mma\.sync\S+ \{[^}]*\}, \{%r\d+),(%r\d+),(%r\d+),`, "$1,$3,$2,", check.Shape{}},
	{"the registers of b are swapped", "gemm", "gemm", `(mma\.sync\S+ \{[^}]*\}, \{[^}]*\}, )\{(%r\d+),(%r\d+)\}`, "$1{$3,$2}", check.Shape{}},
	{"two sums are swapped", "gemm", "gemm", `(mma\.sync\S+) \{(%f\d+),(%f\d+),`, "$1 {$3,$2,", check.Shape{}},
	{"bytes: the registers of b are swapped", "gemm_int8", "gemm_int8", `(mma\.sync\S+ \{[^}]*\}, \{[^}]*\}, )\{(%r\d+),(%r\d+)\}`, "$1{$3,$2}", check.Shape{}},
	{"a matrix is transposed", "gemm", "gemm", `x4\.shared`, "x4.trans.shared", check.Shape{}},
	{"a matrix is not transposed", "attention", "attention_64", `x4\.trans\.shared`, "x4.shared", check.Shape{}},
	{"the next keys are copied over values that are read", "attention", "attention_64", `(?s)(cp\.async\.wait_group 1;\s*)bar\.sync\s+0;`, "$1", check.Shape{}},
	{"a copy is waited for too late", "gemm", "gemm", `cp\.async\.wait_group (\d)`, "cp.async.wait_group 3$1", check.Shape{}},
	{"a barrier is missing", "gemm", "gemm", `bar\.sync\s+0;`, "", check.Shape{}},
	{"an exchange with the wrong lane", "layernorm", "layer_norm_384", `(shfl\.sync\.bfly\.b32\s+%f\d+, %f\d+), 1,`, "$1, 2,", check.Shape{}},
	{"a pair is rounded the wrong way round", "layernorm", "layer_norm_384", `(cvt\.rn\.bf16x2\.f32 %r\d+), (%f\d+), (%f\d+);`, "$1, $3, $2;", check.Shape{}},
	{"one row too many", "narrow", "narrow", `setp\.ge\.s32`, "setp.gt.s32", check.Shape{}},
	{"a stride is twice as long", "narrow", "narrow", `(mul\.wide\.u32\s+%rd\d+, %r\d+), 4;`, "$1, 8;", check.Shape{}},
	{"an address is misaligned", "narrow", "narrow", `\+4\]`, "+3]", check.Shape{}},
	{"bytes without a sign", "compare", "compare_rows", `dp4a\.s32\.s32`, "dp4a.u32.s32", check.Shape{}},
	{"the descriptor's eight rows lie closer", "gemm_wgmma", "gemm_wgmma_128", `4611686293305360384`, "4611686155866406912", wgmmaShape},
	{"the descriptor says another exchange", "gemm_wgmma", "gemm_wgmma_128", `4611686293305360384`, "9223372311732748288", wgmmaShape},
	{"the next part of the depth is 64 bytes on", "gemm_wgmma", "gemm_wgmma_128", `4611686293305360386`, "4611686293305360388", wgmmaShape},
	{"the producer waits for the wrong parity", "gemm_wgmma", "gemm_wgmma_128", `(try_wait\.parity\S+ over, \[%r\d+\]), %r\d+;`, "$1, 0;", wgmmaShape},
	{"fewer bytes are expected than copied", "gemm_wgmma", "gemm_wgmma_128", `(arrive\.expect_tx\S+ _, \[%r\d+\]), %r\d+;`, "$1, 16368;", wgmmaShape},
	{"copies are not shown to the tensor cores", "gemm_wgmma", "gemm_wgmma_128", `(?s)(cp\.async\.mbarrier.*?)fence\.proxy\.async\.shared::cta;`, "$1", wgmmaShape},
	{"a slice is announced before its copies are started", "gemm_wgmma", "gemm_wgmma_128", `(?s)(cp\.async\.cg.*?)(cp\.async\.mbarrier\.arrive\.noinc\.shared::cta\.b64 \[%r\d+\];)`, "$2 $1", wgmmaShape},
	{"copies are never announced", "gemm_wgmma", "gemm_wgmma_128", `cp\.async\.mbarrier\.arrive\.noinc\.shared::cta\.b64 \[%r\d+\];`, "", wgmmaShape},
	{"bulk copies do not see the gates", "gemm_wgmma", "gemm_wgmma_128", `fence\.mbarrier_init\.release\.cluster;`, "", wgmmaShape},
	{"a product begins without a fence", "gemm_wgmma", "gemm_wgmma_128", `wgmma\.fence\.sync\.aligned;`, "", wgmmaShape},
	{"products are not closed", "gemm_wgmma", "gemm_wgmma_128", `wgmma\.commit_group\.sync\.aligned;`, "", wgmmaShape},
	{"products are not waited for", "gemm_wgmma", "gemm_wgmma_128", `wgmma\.wait_group\.sync\.aligned 0;`, "", wgmmaShape},
	{"one block of two gets its half of the weights", "gemm_wgmma", "gemm_wgmma_pair", `(multicast::cluster [^;]*), %rs\d+;`, "$1, 1;", pairShape},
	{"a stage is given back to the first block alone", "gemm_wgmma", "gemm_wgmma_pair", `(mapa\.shared::cluster\.u32 there, %r\d+), %r\d+;`, "$1, 0;", pairShape},
	{"the blocks of a cluster do not meet before they copy", "gemm_wgmma", "gemm_wgmma_pair", `barrier\.cluster\.arrive\.aligned;\s*barrier\.cluster\.wait\.aligned;`, "", pairShape},
	{"a block waits for the other that it has not met", "gemm_wgmma", "gemm_wgmma_pair", `barrier\.cluster\.arrive\.aligned;`, "", pairShape},
	{"a block ends while the other may reach for it", "gemm_wgmma", "gemm_wgmma_pair",
		`(?s)(barrier\.cluster\.wait\.aligned;.*?)barrier\.cluster\.arrive\.aligned;\s*barrier\.cluster\.wait\.aligned;`, "$1", pairShape},
	{"values are not transposed", "attention_wgmma", "attention_wgmma_64", `also, 1, 1, 1;`, "also, 1, 1, 0;", check.Shape{}},
	{"registers of the weights are swapped", "attention_wgmma", "attention_wgmma_64", `(wgmma\.mma_async\S+ \{[^}]*\}, \{%r\d+),(%r\d+),(%r\d+),`, "$1,$3,$2,", check.Shape{}},
	{"bytes: the next part of the depth is 64 bytes on", "gemm_wgmma_int8", "gemm_wgmma_int8_128", `4611686293305360386`, "4611686293305360388", bytesShape},
	{"bytes: a product begins without a fence", "gemm_wgmma_int8", "gemm_wgmma_int8_128", `wgmma\.fence\.sync\.aligned;`, "", bytesShape},
	{"bytes: products are not waited for", "gemm_wgmma_int8", "gemm_wgmma_int8_128", `wgmma\.wait_group\.sync\.aligned 0;`, "", bytesShape},
	{"bytes: two sums are swapped", "gemm_wgmma_int8", "gemm_wgmma_int8_128", `(wgmma\.mma_async\S+) \{(%r\d+),(%r\d+),`, "$1 {$3,$2,", bytesShape},
	{"bytes: sums begin anew with each product", "gemm_wgmma_int8", "gemm_wgmma_int8_128", `setp\.ne\.b32 also, %r\d+, 0;`, "setp.eq.b32 also, 0, 1;", bytesShape},
	{"both blocks expect their own half alone", "gemm_wgmma", "gemm_wgmma_pair", `(arrive\.expect_tx\S+ _, \[%r\d+\]), %r\d+;`, "$1, 16384;", pairShape},
}

// pairShape has several tiles for each pair of blocks, in rows and columns, and a ring that goes round.
var pairShape = check.Shape{Rows: 600, Columns: 264, Depth: 136, Small: true}

var wgmmaShape = check.Shape{Rows: 65, Columns: 144, Depth: 456, Small: true}

var bytesShape = check.Shape{Rows: 65, Columns: 144, Depth: 912, Small: true}

// TestPlantedFaults: each is found, by a wrong number or by what the interpreter says.
func TestPlantedFaults(t *testing.T) {
	for _, p := range planted {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			before, body, ok := strings.Cut(cuda.PTX()[p.program], ".entry "+p.kernel+"(")
			m := regexp.MustCompile(p.was).FindStringSubmatchIndex(body)
			if !ok || m == nil {
				t.Fatalf("%s has no %s", p.kernel, p.was)
			}
			changed := regexp.MustCompile(p.was).ExpandString(nil, p.becomes, body, m)
			text := before + ".entry " + p.kernel + "(" + body[:m[0]] + string(changed) + body[m[1]:]
			says := ""
			for try := uint64(0); says == "" && try < 4; try++ { // one that shows in few orders of warps alone
				says = found(t, p.kernel, p.program, text, p.at, *seed+try)
			}
			if says == "" {
				t.Errorf("nobody saw it (-seed %d)", *seed)
			} else {
				t.Log(says)
			}
		})
	}
}

// TestWithoutPlantedFaults: at the shape of their own that some faults are looked for nothing is found without them; at the small ones TestChecks says so.
func TestWithoutPlantedFaults(t *testing.T) {
	t.Parallel()
	for kernel, s := range map[string]check.Shape{"gemm_wgmma_128": wgmmaShape, "gemm_wgmma_pair": pairShape, "gemm_wgmma_int8_128": bytesShape} {
		program := "gemm_wgmma"
		if s == bytesShape {
			program = "gemm_wgmma_int8"
		}
		if says := found(t, kernel, program, cuda.PTX()[program], s, *seed); says != "" {
			t.Errorf("%s: %s (-seed %d)", kernel, says, *seed)
		}
	}
}

// found is what a kernel's check says of a program, nothing when it is right.
func found(t *testing.T, kernel, program, text string, at check.Shape, seed uint64) string {
	t.Helper()
	all := map[string]string{program: text}
	if program == "gemm_wgmma_int8" { // whose check needs weights in tiles, and compares the bits
		all["gemm_wgmma"], all["gemm_int8"] = cuda.PTX()["gemm_wgmma"], cuda.PTX()["gemm_int8"]
	}
	programs, err := ptxrun.Load(all)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(kernel, "_384")
	for _, c := range check.All() {
		if c.Name != name {
			continue
		}
		shapes := c.Shapes
		if at.Rows > 0 {
			shapes = []check.Shape{at}
		}
		for _, s := range shapes {
			if !s.Small {
				continue
			}
			f, err := c.On(programs.Start(seed), s, seed)
			if err != nil {
				return err.Error()
			}
			if !f.OK() {
				return "wrong numbers"
			}
		}
		return ""
	}
	t.Fatalf("no check is called %s", name)
	return ""
}
