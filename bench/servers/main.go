package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	program := flag.String("program", "bin/asterism", "our program")
	out := flag.String("out", "bench/results", "folder of the result file; empty writes none")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *program, *out); err != nil {
		fmt.Fprintln(os.Stderr, "check-servers:", err)
		os.Exit(1)
	}
}

// run walks every server through every change; what is not as it should be is an error, after everything was tried and written down.
func run(ctx context.Context, program, out string) error {
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
