package owner

import (
	"fmt"

	"asterism/engine"
)

// NeedsTheStore is the error of a command that cannot share the store with its owner.
func NeedsTheStore(command string, err error) error {
	return &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("`asterism %s` needs the store itself", command), Err: err, Hint: "stop the process that owns the store, and start it again afterwards"}
}
