package report

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"text/tabwriter"
)

// Command is one benchmark of a program that has several.
type Command struct {
	Name string // on the command line
	Does string // one line for the list
	Run  func(ctx context.Context, a *Args) error
}

// Main is main of a program: it runs run with the arguments until that ends or the process gets a signal to end, and exits. It prints an error with the program's name.
func Main(program string, run func(ctx context.Context, args []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt does not wait for the cleaning
	err := run(ctx, os.Args[1:])
	stop()
	status, text := ending(err)
	if text != "" {
		Say(program, "%s", text)
	}
	os.Exit(status)
}

// Run runs the command that the first argument names, with the others. Without a name, or with a request for help, it lists the commands on w.
func Run(ctx context.Context, program string, commands []Command, args []string, w io.Writer) error {
	if len(args) == 0 || asksForHelp(args[0]) {
		return list(w, program, commands)
	}
	var names []string
	for _, c := range commands {
		if c.Name != args[0] {
			names = append(names, c.Name)
			continue
		}
		err := c.Run(ctx, NewArgs(program+" "+c.Name, c.Does, args[1:]...))
		if _, text := ending(err); text != "" {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		return err
	}
	return Status{statusUsage, fmt.Errorf("unknown command %q: there are %s", args[0], strings.Join(names, ", "))}
}

func asksForHelp(arg string) bool {
	return arg == "help" || arg == "-h" || arg == "-help" || arg == "--help"
}

func list(w io.Writer, program string, commands []Command) error {
	fmt.Fprintf(w, "usage: %s COMMAND [flags]; %s COMMAND -h lists the flags\n\n", program, program)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range commands {
		fmt.Fprintf(t, "  %s\t%s\n", c.Name, c.Does)
	}
	return t.Flush()
}

// Status is an error that ends the program with a status of its own. One without an error in it has been printed already.
type Status struct {
	Code int
	Err  error
}

func (s Status) Error() string {
	if s.Err == nil {
		return fmt.Sprintf("status %d", s.Code)
	}
	return s.Err.Error()
}

func (s Status) Unwrap() error { return s.Err }

// The statuses of a program whose run failed, and of one that was called wrongly.
const (
	statusFailed = 1
	statusUsage  = 2
)

// ending returns the status of a run, and the message that is still to be printed.
func ending(err error) (status int, text string) {
	var s Status
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0, ""
	case !errors.As(err, &s):
		return statusFailed, err.Error()
	case s.Err == nil:
		return s.Code, ""
	}
	return s.Code, err.Error()
}

// Say prints progress to stderr; stdout is for the tables.
func Say(name, format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s: %s\n", name, fmt.Sprintf(format, args...))
}

// Args are a command's arguments: it declares its flags and then calls [Args.Parse].
type Args struct {
	*flag.FlagSet
	words []string
}

// NewArgs returns the arguments of a command of that name, which the line describes.
func NewArgs(name, does string, words ...string) *Args {
	a := &Args{flag.NewFlagSet(name, flag.ContinueOnError), words}
	a.Usage = func() {
		fmt.Fprintf(a.Output(), "%s: %s\n", name, does)
		a.PrintDefaults()
	}
	return a
}

// Parse reads the flags that were declared; what is left over is an error.
func (a *Args) Parse() error {
	switch err := a.FlagSet.Parse(a.words); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return Status{Code: statusUsage, Err: err}
	case a.NArg() > 0:
		return fmt.Errorf("unknown argument %q: everything is given by flags, -h lists them", a.Arg(0))
	}
	return nil
}

// Given reports whether a flag is on the command line.
func (a *Args) Given(name string) (found bool) {
	a.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}
