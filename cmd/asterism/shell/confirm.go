package shell

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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
