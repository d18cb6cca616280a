package card

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"asterism/kernels/cuda"
)

// A kernel that faults takes the card's context with it, and with that the models that share it; it would do so at every start. So when a card is lost while it is tried
// that is written down, and the card is not opened for the index again until the file is gone.

// marked is why the card is not to be tried; nil: nothing speaks against it.
func (k *keeper) marked() error {
	if k.options.Mark == nil {
		return nil
	}
	if k.markFile = k.options.Mark(); k.markFile == "" {
		return nil
	}
	said, err := os.ReadFile(k.markFile)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("see whether the card was lost when search was tried on it: %w", err)
	}
	return fmt.Errorf("the card was lost when search was tried on it before (%s); to try it again, remove %s", strings.TrimSpace(string(said)), k.markFile)
}

// mark writes down what a trial ended by, if the card was lost.
func (k *keeper) mark(cause error) {
	if path := k.markFile; path != "" && errors.Is(cause, cuda.ErrLost) {
		if err := cmp.Or(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(cause.Error()+"\n"), 0o600)); err != nil {
			k.options.Log.Warn("that the card was lost while search was tried on it could not be written down", "cause", err)
		}
	}
}
