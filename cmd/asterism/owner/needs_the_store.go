package owner

import (
	"fmt"

	"asterism/engine"
)

// NeedsTheStore is the error of a command that cannot share the store with its owner.
func NeedsTheStore(command string, err error) error {
	return &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("`asterism %s` needs the store itself", command), Err: err, Hint: "stop the process that owns the store, and start it again afterwards"}
}

// RefuseServer is the error of a command that works on the folder of a store, where --connect names a server; nil where it does not.
func (g *Flags) RefuseServer(command string) error {
	if !g.NamesServer() {
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--connect %s: `asterism %s` works on the folder of a store, and asks no server by its address", g.Connect, command),
		Hint: "run it on that server's machine without --connect; --data names the folder there"}
}
