package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

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

func main() { report.Main(parts.Name, run) }

func readOptions() (o options, err error) {
	flag.StringVar(&o.eval, "eval", os.Getenv(evalVariable), "folder of labelled sets (default $"+evalVariable+")")
	flag.StringVar(&o.models, "models", "", "folder that holds a manifest of models (default: the compact profile)")
	flag.StringVar(&o.out, "out", "bench/results", "folder of the result file; empty writes none")
	flag.IntVar(&o.seeds, "seeds", 5, "draws of mixtures")
	only := flag.String("only", strings.Join(parts.Names(), ","), "parts to run, by comma")
	if err := report.Parse(); err != nil {
		return o, err
	}
	o.only = strings.Split(*only, ",")
	if o.seeds < 1 {
		return o, fmt.Errorf("-seeds %d is below 1", o.seeds)
	}
	return o, parts.Check(o.only)
}

func run(ctx context.Context) error {
	o, err := readOptions()
	if err != nil {
		return err
	}
	b := &bench{options: o}
	defer b.clean()
	return parts.Report(ctx, b, o.only, o.out)
}

// say tells of the progress; stdout belongs to the tables.
func say(format string, args ...any) { report.Say("bench-learning", format, args...) }
