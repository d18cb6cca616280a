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

// unknownCommand begins cobra's words where there is no such command.
const unknownCommand = "unknown command "

// UnknownCommand says that a command has none below it of a name.
func UnknownCommand(cmd *cobra.Command, name string) error {
	return fmt.Errorf("%s%q for %q", unknownCommand, name, cmd.CommandPath())
}

// Mistake completes what cobra says of an unknown command of the program itself, whose arguments it checks before anything else. Other errors stay as they are.
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

// meantCommand is the command below another that a name it does not have may stand for.
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

// alikeCommands are commands, each with what other programs call the same.
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
