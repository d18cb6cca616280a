package main

import (
	"context"
	"fmt"
	"os"

	"asterism/bench/report"
)

// commit is set by the linker: the packed program runs where there is no checkout.
var commit string

func main() { report.Main("gpu", run) }

func run(ctx context.Context, args []string) error {
	if len(args) == 2 && args[0] == "texts" { // where the folder is packed
		return packTexts(args[1])
	}
	if len(args) == 2 && args[0] == "list" && args[1] == "phases" {
		listPhases(os.Stdout)
		return nil
	}
	if len(args) > 0 && args[0] == "pack" {
		return packFolder(ctx, args[1:])
	}
	o, err := readOptions(args, os.Stderr)
	if err != nil {
		return err
	}
	switch o.child {
	case "":
		return runAll(ctx, o)
	case "list":
		for _, p := range parts(&o) {
			fmt.Println(p.name)
		}
		return nil
	}
	return inPart(ctx, o)
}
