package servers

import (
	"context"
	"fmt"
	"os"

	"asterism/bench/report"
)

// commandName is what is written after ./bench.
const commandName = "servers"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "pin, check and guard public MCP servers whose tools are changed; writes check-servers.json", Run: run}

func run(ctx context.Context, a *report.Args) error {
	program := a.String("program", "bin/asterism", "our program")
	out := a.String("out", report.ResultsFolder, "folder of the result file; empty writes none")
	if err := a.Parse(); err != nil {
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
		if err := report.Write(out, res); err != nil {
			return err
		}
	}
	return res.verdict()
}
