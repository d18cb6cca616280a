package main

import (
	"fmt"

	"asterism/engine/store/rocks"
)

// mustBeThere refuses a folder that holds no store, before a command opens it: opening would make an empty one. Where a disk is not mounted its folder is still there, and an
// empty store would be found whole, or become the newest backup or export.
func (g *globals) mustBeThere(doing string) error {
	if err := rocks.Find(g.data); err != nil {
		return fmt.Errorf("%s: %s holds no store: %w (name the store's directory with --data)", doing, g.data, err)
	}
	return nil
}
