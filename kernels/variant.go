package kernels

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// EnvCPU names the environment variable that makes the whole program compute as on a lesser processor, to bring about here
// a fault that was seen there.
const EnvCPU = "ASTERISM_CPU"

// envBefore is what [EnvCPU] was called when it forced the kernels alone.
const envBefore = "ASTERISM_KERNELS"

// variant is one way to compute; the numbers are those of kernels.h.
type variant int32

const (
	plain      variant = iota // plain Go
	avx                       // x86 of 2011: 128 bits of integers
	avx2                      // x86 of 2013: 256 bits
	avx512                    // 512 bits, and nothing that later processors add
	avx512vnni                // products of 16 and 8 bits summed in one instruction; bits counted in vectors where that is there too
	neon                      // every 64-bit Arm
)

var variantNames = [...]string{plain: "plain", avx: "avx", avx2: "avx2", avx512: "avx512", avx512vnni: "avx512-vnni", neon: "neon"}

func (v variant) String() string { return variantNames[v] }

// chosen is the variant in use and why another one, asked for by name, is not. Decided once, at start.
var chosen, chosenErr = choose(os.Getenv, available())

// Variant names the kernels in use, one of [Variants]. The error says that the variable ASTERISM_CPU asks for something
// that this processor cannot execute, and lists what it can; programs should not go on then.
func Variant() (string, error) { return chosen.String(), chosenErr }

// Variants names what this processor can execute and this binary has, least first.
func Variants() []string { return names(available()) }

// Forced reports whether ASTERISM_CPU has chosen the variant.
func Forced() bool { return os.Getenv(EnvCPU) != "" && chosenErr == nil }

// VNNI reports whether instructions that sum products of bytes in 32 bits may be used, if the processor has any: ASTERISM_CPU can
// forbid them. On processors other than x86 it does not matter.
func VNNI() bool { return !Forced() || chosen == avx512vnni }

// choose picks the variant that getenv wants out of those there are, best last, or the best one when none is wanted.
func choose(getenv func(string) string, have []variant) (variant, error) {
	best := have[len(have)-1]
	if old := getenv(envBefore); old != "" {
		return best, fmt.Errorf("choose kernels: %s=%q is not read any more: set %s to one of %s", envBefore, old, EnvCPU, strings.Join(names(have), ", "))
	}
	want := getenv(EnvCPU)
	if want == "" {
		return best, nil
	}
	for _, v := range have {
		if strings.EqualFold(want, v.String()) {
			return v, nil
		}
	}
	why := "is unknown"
	if slices.ContainsFunc(variantNames[:], func(name string) bool { return strings.EqualFold(want, name) }) {
		why = "needs instructions that this processor, or this binary, does not have"
	}
	return best, fmt.Errorf("choose kernels: %s=%q %s; here it can be %s, or unset for the best of them",
		EnvCPU, want, why, strings.Join(names(have), ", "))
}

func names(variants []variant) []string {
	out := make([]string, len(variants))
	for i, v := range variants {
		out[i] = v.String()
	}
	return out
}
