package kernels

import (
	"fmt"
	"os"
	"strings"
)

// EnvVariant names the environment variable that forces a variant, for tests and for finding faults.
const EnvVariant = "ASTERISM_KERNELS"

// variant is one way to compute; the numbers are those of kernels.h.
type variant int32

const (
	generic variant = iota // plain Go
	avx2
	avx512
	neon
)

var variantNames = [...]string{generic: "generic", avx2: "avx2", avx512: "avx512", neon: "neon"}

func (v variant) String() string { return variantNames[v] }

// chosen is the variant in use and why another one, asked for by name, is not. Decided once, at start.
var chosen, chosenErr = choose(os.Getenv(EnvVariant), available())

// Variant names the kernels in use: avx512, avx2, neon or generic. The error says that the variable ASTERISM_KERNELS
// asks for something this machine does not have; the best variant it has is used then.
func Variant() (string, error) { return chosen.String(), chosenErr }

// choose picks the wanted variant out of those there are, best last, or the best one when none is wanted.
func choose(want string, have []variant) (variant, error) {
	best := have[len(have)-1]
	if want == "" {
		return best, nil
	}
	names := make([]string, len(have))
	for i, v := range have {
		if names[i] = v.String(); strings.EqualFold(want, names[i]) {
			return v, nil
		}
	}
	return best, fmt.Errorf("choose kernels: %s=%q is not to be had on this machine (it has %s); %s is used",
		EnvVariant, want, strings.Join(names, ", "), best)
}
