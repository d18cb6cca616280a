package main

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"asterism/engine/backend/onnx"

	"github.com/google/renameio/v2"
)

// packedRuntime is ONNX Runtime's library as the packed folder holds it: half the size, so that the folder stays small enough to be carried.
const packedRuntime = "libonnxruntime.so.1.gz"

// runtimeLibrary is the path of ONNX Runtime's library, with which the engine compares the GPU: the one that the environment names, else the packed one beside
// the program, unpacked once; empty where there is none, and then it is looked for in the usual places.
func runtimeLibrary(e *env) (string, error) {
	if lib := os.Getenv(onnx.LibVariable); lib != "" {
		return lib, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	packed, err := os.Open(filepath.Join(filepath.Dir(self), packedRuntime))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer packed.Close()
	if err := os.MkdirAll(e.work, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(e.work, "libonnxruntime.so.1")
	return path, unpack(path, packed)
}

// unpack writes a gzip stream to a file, whole or not at all.
func unpack(path string, from io.Reader) (err error) {
	z, err := gzip.NewReader(from)
	if err != nil {
		return err
	}
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithPermissions(0o644))
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, z); err == nil {
		err = z.Close()
	}
	if err == nil {
		err = f.CloseAtomicallyReplace()
	}
	if err != nil {
		return errors.Join(err, f.Cleanup())
	}
	return nil
}

// provideRuntime lets whatever embeds on the processor find that library.
func provideRuntime(e *env) error {
	lib, err := runtimeLibrary(e)
	if err != nil || lib == "" {
		return err
	}
	return os.Setenv(onnx.LibVariable, lib)
}
