package shell

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"asterism/engine"
	"asterism/engine/spell"

	"github.com/spf13/cobra"
)

// unknownCommand is the beginning of cobra's text about an unknown command.
const unknownCommand = "unknown command "

// UnknownCommand returns the error about an unknown subcommand.
func UnknownCommand(cmd *cobra.Command, name string) error {
	return fmt.Errorf("%s%q for %q", unknownCommand, name, cmd.CommandPath())
}

// Mistake completes cobra's error about an unknown command of the program itself, whose arguments cobra checks before anything else. It does not change other errors.
func Mistake(cmd *cobra.Command, err error) error {
	var told *engine.Error
	if err == nil || cmd == nil || errors.As(err, &told) {
		return err
	}
	quoted, ok := strings.CutPrefix(err.Error(), unknownCommand)
	if !ok {
		return err
	}
	name, qerr := strconv.QuotedPrefix(quoted)
	if qerr == nil {
		name, qerr = strconv.Unquote(name)
	}
	if qerr != nil {
		return err
	}
	return mistake(strings.TrimSpace(err.Error()), suggested("", meantCommand(cmd, name)), helpOf(cmd, "commands"))
}

// meantCommand returns the subcommands that may have been meant by an unknown name.
func meantCommand(cmd *cobra.Command, name string) []string {
	var all []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			all = append(all, c.Name())
		}
	}
	for _, names := range alikeCommands {
		if slices.Contains(names, name) && slices.Contains(all, names[0]) {
			return names[:1]
		}
	}
	if near := spell.Nearest(name, all); near != "" {
		return []string{near}
	}
	return nil
}

// alikeCommands are commands, each with the names that other programs use.
var alikeCommands = [][]string{
	{"search", "recall", "find", "query", "ask"},
	{"remember", "add", "store", "save", "note", "inject"},
	{"forget", "delete", "rm", "remove"},
	{"remove", "delete", "rm"},
	{"get", "show", "cat", "read"},
	{"list", "ls"},
	{"update", "edit", "change", "set"},
	{"serve", "server", "start", "run", "daemon"},
	{"setup", "install", "init", "configure"},
	{"status", "info", "state", "stats"},
	{"join", "add"},
}
