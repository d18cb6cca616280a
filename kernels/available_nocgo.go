//go:build !cgo || !(amd64 || arm64)

package kernels

// available lists the variants of this machine: plain Go only.
func available() []variant { return []variant{plain} }

// Next returns the variant above the best one; only a build with cgo has any.
func Next() (name string, missing []string) { return "", nil }
