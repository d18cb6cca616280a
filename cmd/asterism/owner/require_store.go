package owner

import (
	"errors"
	"fmt"
	"os"

	"asterism/engine/store/rocks"
)

// RequireStore refuses a folder that holds no store, before a command opens it: opening would make an empty one. When a disk is not mounted, its folder is still
// there; an empty store in it would pass a check, or become the newest backup or export.
func (g *Flags) RequireStore(doing string) error {
	err := rocks.Find(g.Data)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: %s holds no store: %w (name the store's directory with --data)", doing, g.Data, err)
	}
	if err != nil {
		return fmt.Errorf("%s: look for the store in %s: %w", doing, g.Data, err)
	}
	return nil
}
