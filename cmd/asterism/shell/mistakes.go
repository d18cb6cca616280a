package shell

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"asterism/engine"
	"asterism/engine/spell"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TellMistakes makes the errors of a command, and of all below it, say what was given, what is allowed and where to look.
func TellMistakes(cmd *cobra.Command) {
	cmd.SetFlagErrorFunc(FlagMistake)
	tellArguments(cmd)
}

// tellArguments is TellMistakes without flags, whose error function is inherited.
func tellArguments(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(c *cobra.Command, given []string) error { return argumentMistake(c, given, check(c, given)) }
	}
	for _, below := range cmd.Commands() {
		tellArguments(below)
	}
}

// argumentMistake completes the error about a command's arguments. It does not change one that has a hint already.
func argumentMistake(cmd *cobra.Command, given []string, err error) error {
	var told *engine.Error
	var quiet ExitCode
	if err == nil || errors.As(err, &told) || errors.As(err, &quiet) {
		return err
	}
	unknown := strings.HasPrefix(err.Error(), unknownCommand) // cobra's text for a command without arguments
	switch {
	case unknown && cmd.HasAvailableSubCommands():
		return mistake(err.Error(), suggested("", meantCommand(cmd, given[0])), helpOf(cmd, "commands"))
	case unknown:
		return mistake(fmt.Sprintf("%q is too much: %s takes no argument", given[0], cmd.CommandPath()), "", helpOf(cmd, "flags"))
	}
	text := strings.ReplaceAll(err.Error(), "arg(s)", "argument(s)")
	if text != err.Error() { // cobra's text does not name the command
		text = strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ") + " " + text // the program's name comes before every error
	}
	return mistake(text, "", "usage: "+strings.TrimSuffix(cmd.UseLine(), " [flags]"))
}

// FlagMistake completes the error about a flag.
func FlagMistake(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return mistake(err.Error(), suggested("--", meantFlags(cmd, unknown.GetSpecifiedName())), helpOf(cmd, "flags"))
	}
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		f := wrong.GetFlag()
		wants := wrong.Unwrap().Error()
		if plain := wanted(f.Value.Type()); plain != "" && !strings.HasPrefix(wants, "want") { // our own types say what they want
			wants = plain
		}
		return mistake(fmt.Sprintf("--%s %q: %s", f.Name, wrong.GetValue(), wants), "", fmt.Sprintf("--%s: %s", f.Name, f.Usage))
	}
	var empty *pflag.ValueRequiredError
	if errors.As(err, &empty) {
		f := empty.GetFlag()
		return mistake(err.Error(), "", fmt.Sprintf("--%s: %s", f.Name, f.Usage))
	}
	return mistake(err.Error(), "", helpOf(cmd, "flags"))
}

// wanted describes the values of one of pflag's types; empty for another type.
func wanted(kind string) string {
	switch kind {
	case "int", "uint", "int64", "uint64", "uint16":
		return "want a whole number"
	case "float64", "float32":
		return "want a number, such as 0.5"
	case "duration":
		return "want a duration, such as 500ms, 30s or 48h"
	case "bool":
		return "want true or false"
	}
	return ""
}

// synonyms are the names that different programs use for the same thing.
var synonyms = [][]string{
	{"top", "limit", "n", "k", "top-k", "topk", "count", "max", "max-results", "num", "number", "results"},
	{"since", "last", "recent", "newer"},
	{"namespace", "ns", "project", "collection"},
	{"data", "dir", "store", "home", "db"},
	{"json", "format", "output", "o"},
	{"yes", "y", "force", "f"},
	{"why", "reason", "rationale"},
}

// meantFlags returns the flags of a command that may have been meant by an unknown name.
func meantFlags(cmd *cobra.Command, name string) (out []string) {
	var all []string
	look := func(f *pflag.Flag) {
		if !f.Hidden && !slices.Contains(all, f.Name) {
			all = append(all, f.Name)
		}
	}
	cmd.LocalFlags().VisitAll(look)
	cmd.InheritedFlags().VisitAll(look)
	for _, names := range synonyms {
		if slices.Contains(names, name) {
			for _, f := range all {
				if slices.Contains(names, f) {
					out = append(out, f)
				}
			}
		}
	}
	if near := spell.Nearest(name, all); len(out) == 0 && near != "" {
		out = []string{near}
	}
	return out
}

// suggested asks whether one of the names was meant; empty if there are none.
func suggested(before string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = before + n
	}
	return "did you mean " + strings.Join(quoted, " or ") + "?"
}

// helpOf says where a command's flags or subcommands are listed.
func helpOf(cmd *cobra.Command, what string) string {
	return fmt.Sprintf("`%s --help` lists the %s", cmd.CommandPath(), what)
}

func mistake(message, guess, way string) error {
	return &engine.Error{Kind: engine.KindInvalid, Message: message, Hint: strings.TrimSpace(guess + " " + way)}
}
