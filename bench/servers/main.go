package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"asterism/bench/report"
)

func main() { report.Main("check-servers", run) }

func run(ctx context.Context) error {
	program := flag.String("program", "bin/asterism", "our program")
	out := flag.String("out", "bench/results", "folder of the result file; empty writes none")
	if err := report.Parse(); err != nil {
		return err
	}
	return check(ctx, *program, *out)
}

// check walks every server through every change; what is not as it should be is an error, after everything was tried and written down.
func check(ctx context.Context, program, out string) error {
	dir, err := os.MkdirTemp("", "asterism-servers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	res := newResult()
	for _, p := range packages {
		s, err := install(ctx, p, program, dir)
		if err != nil {
			return err
		}
		rows, err := s.walk(ctx)
		res.Rows = append(res.Rows, rows...)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	res.print(os.Stdout)
	if out != "" {
		if err := res.write(out); err != nil {
			return err
		}
	}
	return res.verdict()
}
