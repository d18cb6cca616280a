package owner

import (
	"context"
	"errors"
	"fmt"

	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/store"
)

// WithStore opens an engine for a command that no tool of a server can do. When a server owns the store, it is an error that names the server.
func (g *Flags) WithStore(ctx context.Context, command string, do func(*engine.Engine) error) error {
	if g.Connect != ConnectAuto && g.Connect != ConnectOff {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("`asterism %s` needs the store itself: no tool of a server does it", command),
			Hint: "leave --connect away and run it where the store is, while no server owns it"}
	}
	owner, err := FindServer(g.Data)
	if err != nil {
		return err
	}
	if owner != nil {
		return NeedsTheStore(command, fmt.Errorf("process %d owns it and serves it", owner.PID))
	}
	err = g.Use(ctx, do)
	if errors.Is(err, store.ErrLocked) {
		return NeedsTheStore(command, err)
	}
	return err
}

// NeedsTheStore is the error of a command that cannot share the store with its owner.
func NeedsTheStore(command string, err error) error {
	return &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("`asterism %s` needs the store itself", command), Err: err, Hint: "stop the process that owns the store, and start it again afterwards"}
}

// WithStoreAndPrint does the same and prints what was done: as JSON, or in words.
func (g *Flags) WithStoreAndPrint(ctx context.Context, command string, do func(*engine.Engine) error, told map[string]any, words string) error {
	if err := g.WithStore(ctx, command, do); err != nil {
		return err
	}
	if g.JSON {
		return shell.PrintJSON(told)
	}
	fmt.Println(words)
	return nil
}
