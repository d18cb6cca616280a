package onnx

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// LibVariable is the environment variable that names ONNX Runtime's shared library.
const LibVariable = "ASTERISM_ORT_LIB"

// environment is ONNX Runtime's own global state: one library, loaded once, never unloaded.
var environment struct {
	sync.Mutex
	path string // the loaded library; empty before the first success
}

// FindLibrary returns the path of ONNX Runtime's shared library: explicit, when not empty, and then $ASTERISM_ORT_LIB
// are returned as they are; else lib/ in the program's folder or the one above it, then third_party/lib/OS-ARCH/ in
// the working directory and every folder above it.
func FindLibrary(explicit string) (string, error) {
	const wayOut = "run `make setup`, or name the library with $" + LibVariable
	for _, named := range []struct{ path, what string }{{explicit, "the path given"}, {os.Getenv(LibVariable), "$" + LibVariable}} {
		if named.path == "" {
			continue
		}
		if !isFile(named.path) {
			return "", fmt.Errorf("find ONNX Runtime: %s is %s, which is not a file; %s", named.what, named.path, wayOut)
		}
		return filepath.Abs(named.path)
	}
	places := libraryPlaces()
	for _, p := range places {
		if isFile(p) {
			return p, nil
		}
	}
	return "", fmt.Errorf("find ONNX Runtime: no library at any of %s; %s", strings.Join(places, ", "), wayOut)
}

func libraryPlaces() []string {
	name := "libonnxruntime.so.1"
	if runtime.GOOS == "darwin" {
		name = "libonnxruntime.1.dylib"
	}
	var out []string
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		dir := filepath.Dir(exe)
		out = append(out, filepath.Join(dir, "lib", name), filepath.Join(dir, "..", "lib", name))
	}
	if wd, err := os.Getwd(); err == nil {
		for dir := wd; ; dir = filepath.Dir(dir) {
			out = append(out, filepath.Join(dir, "third_party", "lib", runtime.GOOS+"-"+runtime.GOARCH, name))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return out
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

// startEnvironment loads the library once for the whole process. A failed attempt leaves nothing behind and may be
// repeated; another library after a success is an error, since the runtime can load only one.
func startEnvironment(explicit string) error {
	environment.Lock()
	defer environment.Unlock()
	if environment.path != "" && explicit == "" {
		return nil
	}
	path, err := FindLibrary(explicit)
	if err != nil {
		return err
	}
	if environment.path != "" {
		if environment.path != path {
			return fmt.Errorf("load ONNX Runtime %s: this process has loaded %s already and can hold one only", path, environment.path)
		}
		return nil
	}
	if err := checkProcessor(); err != nil {
		return fmt.Errorf("load ONNX Runtime %s: %w", path, err)
	}
	// This build of the runtime gathers usage data on Linux, too, in files of its own, from the moment it is loaded.
	if err := os.Setenv("ORT_DISABLE_TELEMETRY", "1"); err != nil {
		return fmt.Errorf("load ONNX Runtime %s: switch its telemetry off: %w", path, err)
	}
	ort.SetSharedLibraryPath(path)
	// The runtime's own lines on stderr would only repeat the errors that are returned.
	if err := ort.InitializeEnvironment(ort.WithLogLevelFatal()); err != nil {
		return fmt.Errorf("load ONNX Runtime %s: %w; version 1.24 or later is needed: run `make setup`, or name one with $%s", path, err, LibVariable)
	}
	if err := errors.Join(ort.DisableTelemetry(), shareArena()); err != nil {
		ort.DestroyEnvironment()
		return fmt.Errorf("load ONNX Runtime %s: %w", path, err)
	}
	environment.path = path
	return nil
}

// shareArena makes one arena for the activations of all sessions: the next model uses what one has freed. So the
// process grows to the largest batches that really run in parallel and not to the sum over the models.
func shareArena() error {
	info, err := ort.GetMemoryInfo()
	if err != nil {
		return fmt.Errorf("describe memory: %w", err)
	}
	if err := ort.CreateAndRegisterAllocator(info, nil); err != nil {
		return fmt.Errorf("create shared arena: %w", err)
	}
	return nil
}
