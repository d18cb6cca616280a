//go:build !cgo || !(amd64 || arm64)

package kernels

// available lists the variants of this machine: plain Go only.
func available() []variant { return []variant{generic} }
