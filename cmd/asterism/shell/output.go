package shell

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"asterism/engine"
)

// ExitCode ends the program with a code when every message has been printed already.
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

// Complain prints an error and its hint on stderr.
func Complain(err error) {
	fmt.Fprintln(os.Stderr, "asterism: "+strings.TrimSpace(err.Error()))
	var e *engine.Error
	if errors.As(err, &e) && e.Hint != "" {
		fmt.Fprintln(os.Stderr, "  "+e.Hint)
	}
}
