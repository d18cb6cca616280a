package main

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine"
	"asterism/engine/store"
)

// alone does what no tool of a server does, with an engine of its own. A server that owns the store is named, not asked.
func (g *globals) alone(ctx context.Context, command string, do func(*engine.Engine) error) error {
	if g.connect != connectAuto && g.connect != connectOff {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("`asterism %s` needs the store itself: no tool of a server does it", command),
			Hint: "leave --connect away and run it where the store is, while no server owns it"}
	}
	owner, err := findServer(g.data)
	if err != nil {
		return err
	}
	if owner != nil {
		return needsTheStore(command, fmt.Errorf("process %d owns it and serves it", owner.PID))
	}
	err = g.use(ctx, do)
	if errors.Is(err, store.ErrLocked) {
		return needsTheStore(command, err)
	}
	return err
}

func needsTheStore(command string, err error) error {
	return &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("`asterism %s` needs the store itself", command), Err: err, Hint: "stop the process that owns the store, and start it again afterwards"}
}

// doneAlone does it alone and says so: as JSON, or in words.
func (g *globals) doneAlone(ctx context.Context, command string, do func(*engine.Engine) error, told map[string]any, words string) error {
	if err := g.alone(ctx, command, do); err != nil {
		return err
	}
	if g.json {
		return printJSON(told)
	}
	fmt.Println(words)
	return nil
}
