package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// commit is set by the linker: the packed program runs where there is no checkout.
var commit string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt does not wait for the cleaning
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gpu:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 2 && args[0] == "texts" { // where the folder is packed
		return packTexts(args[1])
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
