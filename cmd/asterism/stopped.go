package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// reading lists the commands that change nothing in the store.
var reading = []string{"search", "list", "get", "path", "links", "namespaces", "tags", "workspace", "status", "export", "goal list", "goal discover", "drift history", "meta status", "meta log",
	"doctor", "health", "check", "cluster status", "backup list", "backup verify", "models list", "models verify"}

// stoppedReading reports whether a command that only reads failed because it was stopped, for example by Ctrl-C. The store's error about a cancelled call is about writes.
func stoppedReading(ctx context.Context, cmd *cobra.Command, err error) bool {
	return ctx.Err() != nil && cmd != nil && errors.Is(err, context.Canceled) && slices.Contains(reading, strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "))
}
