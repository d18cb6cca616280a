package shell

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// ErrUnconfirmed is the error after any answer but yes.
var ErrUnconfirmed = errors.New("nothing was done")

// Confirm asks for confirmation. Without a terminal it returns an error.
func Confirm(in io.Reader, out io.Writer, question string) error {
	if f, ok := in.(*os.File); ok && !term.IsTerminal(int(f.Fd())) {
		return errors.New(question + " Nobody can be asked here: add --yes")
	}
	fmt.Fprint(out, question+" [y/N] ")
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if v := strings.ToLower(strings.TrimSpace(line)); v != "y" && v != "yes" {
		return ErrUnconfirmed
	}
	return nil
}

// YesFlag adds the flag that turns off the question before what cannot be undone.
func YesFlag(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVar(yes, "yes", false, "do not ask")
}

// Sure asks before what cannot be undone, on stderr, unless yes is set.
func Sure(cmd *cobra.Command, yes bool, question string) error {
	if yes {
		return nil
	}
	return Confirm(cmd.InOrStdin(), os.Stderr, question)
}
