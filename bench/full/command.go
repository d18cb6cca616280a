package full

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"asterism/bench/report"
	"asterism/models"
	"asterism/models/drawn"
)

// options are the command line's.
type options struct {
	spaces     []models.Space
	size       drawn.Size
	precisions []string
	dir, out   string
	child      string
}

// commandName is what is written after ./bench.
const commandName = "full"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "the models of the full profile at full size: equal to float64, start, memory, speed; writes full-models.json", Run: run}

func readOptions(a *report.Args) (o options, err error) {
	var learned []string
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		learned = append(learned, s.Code())
	}
	spaces := a.String("space", strings.Join(learned, ","), "spaces whose models are measured, by comma")
	tiny := a.Bool("tiny", false, "tiny models, to see whether the program works: its figures mean nothing")
	precisions := a.String("precision", models.PrecisionF32+","+models.PrecisionInt8, "precisions, by comma")
	a.StringVar(&o.dir, "dir", os.TempDir(), "folder in which models are made and removed again; the largest takes 8 GB")
	a.StringVar(&o.out, "out", report.ResultsFolder, "folder of the result file; empty writes none")
	a.StringVar(&o.child, "child", "", "used by the program itself: load the profile in this folder and measure it")
	if err := a.Parse(); err != nil {
		return o, err
	}
	o.size = drawn.Full
	if *tiny {
		o.size = drawn.Tiny
	}
	for _, name := range strings.Split(*spaces, ",") {
		s, err := models.ParseSpace(name)
		if err != nil {
			return o, err
		}
		if s.Info().Origin != models.FromModel {
			return o, fmt.Errorf("%v has no model: it is arithmetic", s)
		}
		o.spaces = append(o.spaces, s)
	}
	o.precisions = strings.Split(*precisions, ",")
	for _, p := range o.precisions {
		if p != models.PrecisionF32 && p != models.PrecisionInt8 {
			return o, fmt.Errorf("-precision %q: want %s or %s", p, models.PrecisionF32, models.PrecisionInt8)
		}
	}
	return o, nil
}

func run(ctx context.Context, a *report.Args) error {
	o, err := readOptions(a)
	if err != nil {
		return err
	}
	if o.child != "" {
		return answer(ctx, o)
	}
	result := report.NewResult("full-models")
	for _, s := range o.spaces {
		rows, err := measure(ctx, o, s)
		result.Add(rows...)
		if err != nil {
			return fmt.Errorf("measure the model of %v: %w", s, err)
		}
		if o.out == "" {
			continue
		}
		if err := report.Write(o.out, result); err != nil { // after every model: the next may take long
			return err
		}
	}
	return nil
}

// answer is the child's side: what it found, as one JSON value on stdout.
func answer(ctx context.Context, o options) error {
	if len(o.spaces) != 1 {
		return errors.New("a child measures one space")
	}
	found, err := load(ctx, o.child, o.spaces[0], o.size)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(found)
}

// say reports progress; stdout is for the table.
func say(format string, args ...any) { report.Say("bench "+commandName, format, args...) }
