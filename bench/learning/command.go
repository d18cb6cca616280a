package learning

import (
	"context"
	"fmt"
	"os"

	"asterism/bench/report"
)

// commandName is what is written after ./bench.
const commandName = "learning"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "whether what is learned and how drift is measured are right; writes bench-learning.json", Run: run}

// parts run in this order. A part that needs the folder of sets says so and returns no rows when there is none.
var parts = report.Suite[*bench]{Name: "bench-learning", Say: say, Parts: []report.Part[*bench]{
	{Name: "drift", Run: (*bench).drift},
	{Name: "utl", Run: (*bench).utl},
	{Name: "near", Run: (*bench).near},
	{Name: "workspace", Run: (*bench).workspace},
	{Name: "followups", Run: (*bench).followups},
	{Name: "chains", Run: (*bench).chains},
	{Name: "history", Run: (*bench).history},
	{Name: "weights", Run: (*bench).weights},
	{Name: "metalog", Run: (*bench).metalog},
	{Name: "lambda", Run: (*bench).lambda},
	{Name: "goaldna", Run: (*bench).goaldna},
	{Name: "windows", Run: (*bench).windows},
	{Name: "sessions", Run: (*bench).sessions},
}}

// evalVariable is the environment variable that names the folder of sets.
const evalVariable = "ASTERISM_EVAL"

// options are the command line's.
type options struct {
	report.Choice
	eval, models string
	seeds        int
}

func readOptions(a *report.Args) (o options, err error) {
	a.StringVar(&o.eval, "eval", os.Getenv(evalVariable), "folder of labelled sets (default $"+evalVariable+")")
	a.StringVar(&o.models, "models", "", "folder that holds a manifest of models (default: the compact profile)")
	a.IntVar(&o.seeds, "seeds", 5, "draws of mixtures")
	if o.Choice, err = parts.Parse(a); err != nil {
		return o, err
	}
	if o.seeds < 1 {
		return o, fmt.Errorf("-seeds %d is below 1", o.seeds)
	}
	return o, nil
}

func run(ctx context.Context, a *report.Args) error {
	o, err := readOptions(a)
	if err != nil {
		return err
	}
	b := &bench{options: o}
	defer b.clean()
	return parts.Report(ctx, b, o.Choice)
}

// say reports progress; stdout is for the tables.
func say(format string, args ...any) { report.Say("bench "+commandName, format, args...) }
