package shell

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"asterism/cmd/asterism/words"
	"asterism/engine"

	"github.com/spf13/cobra"
)

// ExitCode ends the program with a code after every message has been printed.
type ExitCode int

// Error implements error.
func (e ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// PrintJSON writes one JSON document to stdout.
func PrintJSON(v any) error {
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// Complain prints an error and its hint to stderr, worded for the command line.
func Complain(err error) { ComplainOf(nil, err) }

// ComplainOf is Complain for an error of a command: it also uses the command's flags.
func ComplainOf(cmd *cobra.Command, err error) {
	fmt.Fprintln(os.Stderr, "asterism: "+ForPeople(cmd, strings.TrimSpace(err.Error())))
	var e *engine.Error
	switch {
	case errors.As(err, &e) && e.Hint != "":
		fmt.Fprintln(os.Stderr, "  "+words.RetryIn(ForPeople(cmd, e.Hint), e.RetryAfterMs))
	case errors.Is(err, fs.ErrPermission):
		fmt.Fprintln(os.Stderr, "  run the command as the user that the file belongs to (`sudo -u USER`), or give this user the right to it")
	}
}

// ForPeople rewords a text for assistants for the person who runs a command, see [words.ForPeople]; cmd may be nil.
func ForPeople(cmd *cobra.Command, text string) string {
	if cmd == nil {
		return words.ForPeople(text, nil)
	}
	return words.ForPeople(text, func(flag string) bool {
		f := cmd.Flags().Lookup(flag)
		return f != nil && !f.Hidden
	})
}
