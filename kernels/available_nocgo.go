//go:build !cgo || !(amd64 || arm64)

package kernels

// available lists the variants of this machine: plain Go only.
func available() []variant { return []variant{plain} }

// Next names the variant above the best that this binary has, of which a build with cgo has more.
func Next() (name string, missing []string) { return "", nil }
