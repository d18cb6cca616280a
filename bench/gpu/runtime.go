package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"asterism/bench/gpu/carried"
	"asterism/engine/backend/onnx"
	"asterism/models"
)

// packedRuntime and packedModels are folders beside a packed program: ONNX Runtime's library, with which the engine compares the GPU, and the compact profile's models, which
// embed the real texts of the searches.
const (
	packedRuntime = "runtime"
	packedModels  = "models"
	runtimeName   = "libonnxruntime.so.1"
)

// packFolder makes such a folder: gpu pack FROM TO.
func packFolder(ctx context.Context, args []string) error {
	if len(args) != 2 {
		return errors.New("pack: want the folder to pack and the folder to write")
	}
	return carried.Pack(ctx, args[1], args[0])
}

// runtimeLibrary is the path of ONNX Runtime's library: the one that the environment names, else the packed one, unpacked once; empty where there is none, and then it is looked for in
// the usual places.
func runtimeLibrary(ctx context.Context, e *env) (string, error) {
	if lib := os.Getenv(onnx.LibVariable); lib != "" {
		return lib, nil
	}
	folder, err := e.unpacked(ctx, packedRuntime)
	if err != nil || folder == "" {
		return "", err
	}
	return filepath.Join(folder, runtimeName), nil
}

// unpacked is the folder of the files of a packed one, empty if none was packed.
func (e *env) unpacked(ctx context.Context, name string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	to := filepath.Join(e.work, "carried", name)
	err = carried.Unpack(ctx, to, filepath.Join(packFolderOf(self), name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("unpack %s: %w", name, err)
	}
	return to, nil
}

// packVariable names the packed folder if the program is not in it: run.sh unpacks the program elsewhere.
const packVariable = "ASTERISM_GPU_PACK"

func packFolderOf(self string) string {
	if pack := os.Getenv(packVariable); pack != "" {
		return pack
	}
	return filepath.Dir(self)
}

// provideRuntime lets whatever embeds on the processor find the library, and the models that were packed.
func provideRuntime(ctx context.Context, e *env) error {
	lib, err := runtimeLibrary(ctx, e)
	if err == nil && lib != "" {
		err = os.Setenv(onnx.LibVariable, lib)
	}
	if err != nil || os.Getenv(models.DirVariable) != "" {
		return err
	}
	folder, err := e.unpacked(ctx, packedModels)
	if err != nil || folder == "" {
		return err
	}
	return os.Setenv(models.DirVariable, folder)
}
