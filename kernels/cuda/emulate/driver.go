package emulate

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
)

// driverSources are what the mock driver is compiled of.
var driverSources = append([]string{"../../../third_party/cuda/*.h", "../../../third_party/cuda/*.def", "../../../third_party/cuda/mock/*"}, kernelSources...)

// Driver builds the mock CUDA driver and cuBLASLt (third_party/cuda/mock) with the kernels linked in, and returns the library's path, for
// ASTERISM_CUDA_LIB and ASTERISM_CUBLASLT_LIB: what a launch through it computes is what a GPU would. It needs gcc, g++ and this checkout.
func Driver(ctx context.Context) (string, error) {
	return kept("libmockcuda.so", driverSources, func(lib string) error {
		header, dir := filepath.Join(here(), "..", "..", "..", "third_party", "cuda"), filepath.Dir(lib)
		object, library := filepath.Join(dir, "mock.o"), filepath.Join(dir, "blas_lt.o")
		for _, c := range [][]string{
			{"gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC", "-I" + header, "-c", filepath.Join(header, "mock", "mock.c"), "-o", object},
			{"gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC", "-I" + header, "-c", filepath.Join(header, "mock", "blas_lt.c"), "-o", library},
			{"g++", "-std=c++20", "-O2", "-ffp-contract=off", "-U_FORTIFY_SOURCE", "-Wall", "-Werror", "-fPIC", "-shared", "-DASTERISM_EMULATE", object, library, "-x", "c++",
				filepath.Join(here(), "driver.cu"), "-o", lib},
		} {
			if out, err := exec.CommandContext(ctx, c[0], c[1:]...).CombinedOutput(); err != nil {
				return fmt.Errorf("build the mock driver: %s: %w\n%s", c[0], err, out)
			}
		}
		return nil
	})
}
