package cuda_test

import (
	"strings"
	"testing"

	. "asterism/kernels/cuda"
)

// TestDependentPrograms: every kernel that we ship waits before anything else, and nothing besides is changed.
func TestDependentPrograms(t *testing.T) {
	for name, text := range PTX() {
		got, err := Dependent(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if strings.Contains(got, ".target sm_80") || strings.Contains(got, ".version 7.1") || !strings.Contains(got, ".target sm_90") {
			t.Errorf("%s: its head is %.200q", name, got)
		}
		kernels := strings.Split(got, ".entry ")[1:]
		for _, k := range kernels {
			_, body, _ := strings.Cut(k, "\n{\n")
			for line := range strings.Lines(body) {
				if strings.HasPrefix(line, "\t.") {
					continue
				}
				if line != "\tgriddepcontrol.launch_dependents;\n" {
					t.Errorf("%s: %.30q begins with %q", name, k, line)
				}
				break
			}
			if strings.Count(k, "griddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;\n") != 1 {
				t.Errorf("%s: %.30q does not wait once", name, k)
			}
		}
		without := strings.ReplaceAll(got, "\tgriddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;\n", "")
		head := strings.NewReplacer(".version 7.1", "", ".version 7.8", "", ".target sm_80", "", ".target sm_90", "")
		if head.Replace(without) != head.Replace(text) {
			t.Errorf("%s: something else is changed", name)
		}
	}
}

func TestDependentRefuses(t *testing.T) {
	for _, text := range []string{"", ".visible .entry x(\n)\n{\n\tret;\n}\n", ".version 7.1\n.target sm_80\n", ".version 7.1\n.visible .entry x(\n)\n"} {
		if got, err := Dependent(text); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}
