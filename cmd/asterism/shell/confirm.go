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

// ErrUnconfirmed is the answer to everything but yes.
var ErrUnconfirmed = errors.New("nothing was done")

// Confirm asks; where there is no terminal, nobody can say yes.
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

// YesFlag lets what cannot be undone be done without a question.
func YesFlag(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVar(yes, "yes", false, "do not ask")
}

// Sure asks about what cannot be undone, on stderr, unless yes was said already.
func Sure(cmd *cobra.Command, yes bool, question string) error {
	if yes {
		return nil
	}
	return Confirm(cmd.InOrStdin(), os.Stderr, question)
}
