// Package products answers: how are bytes multiplied here?
//
// ONNX Runtime multiplies the bytes of int8 models in one of two ways, and on a processor without VNNI the faster one loses sums.
package products

import (
	"fmt"
	"runtime"

	"asterism/kernels"

	"github.com/klauspost/cpuid/v2"
	ort "github.com/yalue/onnxruntime_go"
)

// unsignedOnly is the runtime's switch that makes it multiply unsigned by unsigned bytes where a graph has unsigned by signed ones:
// weights are shifted by 128 when the model is loaded, and the sums are corrected afterwards.
const unsignedOnly = "session.x64quantprecision"

// products is how the runtime multiplies the bytes of int8 models on a processor.
type products struct {
	words     string
	saturates bool // the graphs' products are wrong: sums of two are kept in 16 bits, and 2 × 255 × 127 does not fit
}

// productsOf returns a processor's products: has reports whether it, and the system, have all of some instruction sets. VNNI adds in 32
// bits. Without it the runtime takes AVX2's or AVX-512's instructions of 16 bits; on processors other than x86 it has none such. Where
// VNNI is there and not allowed, products are those of a processor without.
func productsOf(arch string, has func(...cpuid.FeatureID) bool, allowed bool) products {
	const mixed = "unsigned by signed"
	switch {
	case arch != "amd64":
		return products{words: mixed}
	case !allowed:
		return products{words: "unsigned by unsigned (" + kernels.EnvCPU + " forbids VNNI: as exact, but slower)", saturates: true}
	case has(cpuid.AVX512VNNI, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL):
		return products{words: mixed + " (AVX512-VNNI)"}
	case has(cpuid.AVXVNNI, cpuid.AVX2):
		return products{words: mixed + " (AVX-VNNI)"}
	}
	return products{words: "unsigned by unsigned (the processor has no VNNI: as exact, but slower)", saturates: true}
}

// here are this machine's products, or those of the lesser one that ASTERISM_CPU names. It does not change while the process runs.
var here = productsOf(runtime.GOARCH, cpuid.CPU.Supports, kernels.VNNI())

// Words describes the products of bytes that int8 models use on this machine.
func Words() string { return here.words }

// Saturate reports whether products of unsigned by signed bytes lose sums on this machine.
func Saturate() bool { return here.saturates }

// Exact sets a session's options so that int8 models lose no sums on this machine. Backends do so themselves; it is for callers
// that open sessions of their own.
func Exact(o *ort.SessionOptions) error { return Set(o, here.saturates) }

// Set requests only products of unsigned bytes. It leaves the options as they are when unsigned by signed products may be used, which are faster.
func Set(o *ort.SessionOptions, unsigned bool) error {
	if !unsigned {
		return nil
	}
	if err := o.AddSessionConfigEntry(unsignedOnly, "1"); err != nil {
		return fmt.Errorf("set products of bytes: %w", err)
	}
	return nil
}
