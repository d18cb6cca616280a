package owner

import (
	"fmt"

	"asterism/engine"
)

// NeedsTheStore returns the error of a command that cannot share the store with its owner.
func NeedsTheStore(command string, err error) error {
	return &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("`asterism %s` needs the store itself", command), Err: err, Hint: "stop the process that owns the store, and start it again afterwards"}
}

// RefuseServer returns the error of a command that works on a store's folder if --connect names a server; else nil.
func (g *Flags) RefuseServer(command string) error {
	if !g.NamesServer() {
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--connect %s: `asterism %s` works on the folder of a store, and asks no server by its address", g.Connect, command),
		Hint: "run it on that server's machine without --connect; --data names the folder there"}
}
