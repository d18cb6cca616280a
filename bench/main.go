package main

import (
	"context"
	"os"

	"asterism/bench/age"
	"asterism/bench/cluster"
	"asterism/bench/engine"
	"asterism/bench/faults"
	"asterism/bench/folder"
	"asterism/bench/full"
	"asterism/bench/learning"
	"asterism/bench/makemodel"
	"asterism/bench/page"
	"asterism/bench/peerbench"
	"asterism/bench/profile"
	"asterism/bench/quality"
	"asterism/bench/report"
	"asterism/bench/search"
	"asterism/bench/servers"
	"asterism/bench/tokens"
)

// commands are listed in this order.
var commands = []report.Command{
	engine.Command,
	search.Command,
	quality.Command,
	quality.FitCommand,
	learning.Command,
	full.Command,
	peerbench.Command,
	tokens.Command,
	servers.Command,
	faults.Command,
	cluster.Command,
	makemodel.Command,
	profile.Command,
	age.Command,
	folder.Command,
	page.Command,
}

func main() {
	report.Main("bench", func(ctx context.Context, args []string) error {
		return report.Run(ctx, "bench", commands, args, os.Stdout)
	})
}
