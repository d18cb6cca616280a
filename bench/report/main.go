package report

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Main is main of a benchmark: it runs run until that ends or the process is told to, and exits with 1, in the benchmark's name, when it fails.
func Main(name string, run func(context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt does not wait for the cleaning
	if err := run(ctx); err != nil {
		Say(name, "%v", err)
		os.Exit(1)
	}
}

// Say tells of the progress on stderr; stdout belongs to the tables.
func Say(name, format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s: %s\n", name, fmt.Sprintf(format, args...))
}

// Parse reads the command line's flags; what is left over is an error.
func Parse() error {
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unknown argument %q: everything is given by flags, -h lists them", flag.Arg(0))
	}
	return nil
}
