package gpu

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"asterism/kernels/cuda"
)

// A kernel that faults destroys the GPU's context, and the models that share it are lost too. Without a record this would
// happen at every start. So when a GPU is lost during the trial, a file is written, and the GPU is not opened for the
// index again until that file is removed.

// checkMark returns an error if the GPU was lost during an earlier trial.
func (k *manager) checkMark() error {
	if k.options.CrashFile == nil {
		return nil
	}
	if k.markFile = k.options.CrashFile(); k.markFile == "" {
		return nil
	}
	said, err := os.ReadFile(k.markFile)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("see whether the GPU was lost when search was tried on it: %w", err)
	}
	return fmt.Errorf("the GPU was lost when search was tried on it before (%s); to try it again, remove %s", strings.TrimSpace(string(said)), k.markFile)
}

// writeMark writes the file if the trial ended because the GPU was lost.
func (k *manager) writeMark(cause error) {
	if path := k.markFile; path != "" && errors.Is(cause, cuda.ErrLost) {
		if err := cmp.Or(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(cause.Error()+"\n"), 0o600)); err != nil {
			k.options.Log.Warn("that the GPU was lost while search was tried on it could not be written down", "cause", err)
		}
	}
}
