package ptxrun

import (
	"strings"
	"testing"

	"asterism/kernels/cuda"
)

// program is a module of one kernel with a parameter and the statements.
func program(statements string) string {
	return `.version 8.0
.target sm_90a
.address_size 64
.visible .entry f(
	.param .u64 f_param_0
)
.maxntid 64, 1, 1
{
	.reg .pred %p<9>;
	.reg .b16 %rs<10>;
	.reg .b32 %r<10>;
	.reg .f32 %f<10>;
	.reg .b64 %rd<10>;
	.reg .f64 %fd<9>;
	.shared .align 16 .b8 room[1024];
	ld.param.u64 %rd1, [f_param_0];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd2, %rd1, %rd2;
` + statements + `
	ret;
}
`
}

// TestEverythingShippedIsKnown: every module that we ship is read, and every instruction in it has a meaning here.
func TestEverythingShippedIsKnown(t *testing.T) {
	kernels, err := kernelsOf(cuda.PTX())
	if err != nil {
		t.Fatal(err)
	}
	entries, steps := 0, 0
	for _, text := range cuda.PTX() {
		entries += strings.Count(text, ".visible .entry ")
	}
	for _, k := range kernels {
		steps += len(k.steps)
	}
	if len(kernels) != entries || steps < 1000*entries/100 {
		t.Errorf("%d kernels of %d, %d instructions", len(kernels), entries, steps)
	}
}

// TestUnknownIsAnError: what is not known is named with its line and text.
func TestUnknownIsAnError(t *testing.T) {
	for text, want := range map[string]string{
		program("\ttanh.approx.f32 %f1, %f2;"):               `line 20: unknown instruction "tanh.approx.f32 %f1, %f2"`,
		program("\tadd.s32 %r1, %r1;"):                       "2 operands, want 3",
		program("\tbra nowhere;"):                            "there is no label nowhere",
		program("\t.local .b8 x[8];"):                        `line 20: unknown directive ".local .b8 x[8]"`,
		program("\tld.global.v3.u32 {%r1,%r2,%r3}, [%rd2];"): "unknown instruction",
		program("\tmul.f32 %f1, %q, %f2;"):                   "%q is not declared",
		program("\tbar.sync 1;"):                             "unknown instruction",
		".target sm_20\n.func x":                             `line 2: unknown directive ".func x"`,
		".visible .entry f(\n)\n{\n\tret;":                   "ends within a kernel",
	} {
		if _, err := kernelsOf(map[string]string{"x": text}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: error is %v, want one that says %q", text, err, want)
		}
	}
}

// FuzzParse: no text breaks the reader: it is taken or refused.
func FuzzParse(f *testing.F) {
	f.Add(program("\tst.global.u32 [%rd2], 1;"))
	f.Add(program("{ .reg .pred p; setp.ne.b32 p, %r1, 0;\n@!p bra x; }\nx:"))
	f.Add(program("ld %r1, 0;"))
	f.Add(cuda.PTX()["narrow"])
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = kernelsOf(map[string]string{"x": text})
	})
}
