package onnx

import (
	"strings"
	"testing"
)

func TestCheckArm(t *testing.T) {
	arm := "processor\t: 0\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"
	if err := checkArm([]byte(arm)); err != nil {
		t.Errorf("an Arm processor is refused: %v", err)
	}
	for _, other := range []string{"", "processor\t: 0\nvendor_id\t: AuthenticAMD\nflags\t: fpu sse2\n"} {
		if err := checkArm([]byte(other)); err == nil || !strings.Contains(err.Error(), "no Arm processor") {
			t.Errorf("%q: %v", other, err)
		}
	}
	if err := checkProcessor(); err != nil {
		t.Errorf("this machine, whose tests run, is refused: %v", err)
	}
}
