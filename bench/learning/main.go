package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"asterism/bench/report"
)

// parts run in this order. A part that needs the folder of sets says so and gives no rows when there is none.
var parts = report.Suite[*bench]{Name: "bench-learning", Say: say, Parts: []report.Part[*bench]{
	{Name: "drift", Run: (*bench).drift},
	{Name: "utl", Run: (*bench).utl},
	{Name: "workspace", Run: (*bench).workspace},
	{Name: "history", Run: (*bench).history},
	{Name: "weights", Run: (*bench).weights},
	{Name: "metalog", Run: (*bench).metalog},
	{Name: "lambda", Run: (*bench).lambda},
	{Name: "goaldna", Run: (*bench).goaldna},
}}

// evalVariable is the environment variable that names the folder of sets.
const evalVariable = "ASTERISM_EVAL"

// options are the command line's.
type options struct {
	eval, models, out string
	seeds             int
	only              []string
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench-learning:", err)
		os.Exit(1)
	}
}

func readOptions() (o options, err error) {
	flag.StringVar(&o.eval, "eval", os.Getenv(evalVariable), "folder of labelled sets (default $"+evalVariable+")")
	flag.StringVar(&o.models, "models", "", "folder that holds a manifest of models (default: the compact profile)")
	flag.StringVar(&o.out, "out", "bench/results", "folder of the result file; empty writes none")
	flag.IntVar(&o.seeds, "seeds", 5, "draws of mixtures")
	only := flag.String("only", strings.Join(parts.Names(), ","), "parts to run, by comma")
	flag.Parse()
	o.only = strings.Split(*only, ",")
	if o.seeds < 1 {
		return o, fmt.Errorf("-seeds %d is below 1", o.seeds)
	}
	return o, parts.Check(o.only)
}

func run() error {
	o, err := readOptions()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt does not wait for the cleaning
	b := &bench{options: o}
	defer b.clean()
	res, err := parts.Measure(ctx, b, o.only)
	if err != nil || o.out == "" {
		return err
	}
	return res.Write(o.out)
}

// say tells of the progress; stdout belongs to the tables.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench-learning: "+format+"\n", args...)
}
