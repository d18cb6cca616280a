package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
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

func main() { report.Main("full", run) }

func readOptions() (o options, err error) {
	var learned []string
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		learned = append(learned, s.Code())
	}
	spaces := flag.String("space", strings.Join(learned, ","), "spaces whose models are measured, by comma")
	tiny := flag.Bool("tiny", false, "tiny models, to see whether the program works: its figures mean nothing")
	precisions := flag.String("precision", models.PrecisionF32+","+models.PrecisionInt8, "precisions, by comma")
	flag.StringVar(&o.dir, "dir", os.TempDir(), "folder in which models are made and removed again; the largest takes 8 GB")
	flag.StringVar(&o.out, "out", "bench/results", "folder of the result file; empty writes none")
	flag.StringVar(&o.child, "child", "", "used by the program itself: load the profile in this folder and measure it")
	if err := report.Parse(); err != nil {
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

func run(ctx context.Context) error {
	o, err := readOptions()
	if err != nil {
		return err
	}
	if o.child != "" {
		return answer(ctx, o)
	}
	result := report.Result{Name: "full-models", Commit: report.Commit(), Machine: report.ThisMachine()}
	for _, s := range o.spaces {
		rows, err := measure(ctx, o, s)
		result.Add(rows...)
		if err != nil {
			return fmt.Errorf("measure the model of %v: %w", s, err)
		}
		if o.out == "" {
			continue
		}
		if err := result.Write(o.out); err != nil { // after every model: the next may take long
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

// say tells of the progress; stdout belongs to the table.
func say(format string, args ...any) { report.Say("full", format, args...) }
