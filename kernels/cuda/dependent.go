package cuda

import (
	"fmt"
	"regexp"
	"strings"
)

// dependents come first in every kernel of a dependent program: the next may begin, and this one continues when the previous one has ended and its results are visible.
const dependents = "\tgriddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;\n"

var (
	ptxVersion = regexp.MustCompile(`(?m)^\.version (\d+)\.(\d+)$`)
	ptxTarget  = regexp.MustCompile(`(?m)^\.target sm_80$`)
	ptxBody    = regexp.MustCompile(`(?m)^\{\n((?:\t\.[a-z].*\n)*)`) // of an entry, with its declarations
)

// Dependent returns a program for GPUs of compute capability 9.0 and later, whose kernels may begin while the previous one in the stream still runs, if a launch says so
// (programmatic dependent launch; PTX ISA 7.8, griddepcontrol). Each waits before its first instruction, so reads and writes are the same as without it: only the time of a
// launch is saved. In an ordinary launch it waits for nothing.
func Dependent(text string) (string, error) {
	version := ptxVersion.FindStringSubmatch(text)
	if version == nil {
		return "", fmt.Errorf("make kernels dependent: the program has no line .version")
	}
	if version[1] == "7" && len(version[2]) == 1 && version[2] < "8" {
		text = strings.Replace(text, version[0], ".version 7.8", 1)
	}
	text = ptxTarget.ReplaceAllString(text, ".target sm_90")
	entries := strings.Count(text, ".entry ")
	if n := len(ptxBody.FindAllString(text, -1)); n != entries || n == 0 {
		return "", fmt.Errorf("make kernels dependent: %d kernels, but %d bodies", entries, n)
	}
	return ptxBody.ReplaceAllString(text, "{\n${1}"+dependents), nil
}
