package profile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"text/tabwriter"

	"asterism/bench/report"
	"asterism/engine/intent"

	"github.com/google/renameio/v2"
)

// commandName is what is written after ./bench.
const commandName = "profile"

// Command trains and measures the classifier.
var Command = report.Command{Name: commandName, Does: "train what tells questions whose answer is code, and measure it on held-out ones", Run: run}

func run(ctx context.Context, a *report.Args) error {
	data := a.String("data", os.Getenv("ASTERISM_TRAIN"), "folder of training text (default $ASTERISM_TRAIN)")
	out := a.String("out", "", "file to write, in this repository engine/intent/asks_code.bin; empty writes none")
	if err := a.Parse(); err != nil {
		return err
	}
	if *data == "" {
		return errors.New("name the folder of training text with -data or $ASTERISM_TRAIN")
	}
	all, err := pairs(*data)
	if err != nil {
		return err
	}
	own, err := ours()
	if err != nil {
		return err
	}
	all = append(all, own...)
	held := slices.DeleteFunc(slices.Clone(all), func(e example) bool { return !e.heldOut() })
	all = slices.DeleteFunc(all, func(e example) bool { return e.heldOut() })
	bias, weights := train(all)
	packed := intent.PackCodeWeights(bias, weights)
	if err := tell(os.Stdout, append(held, own...), packed); err != nil {
		return err
	}
	if *out == "" {
		return nil
	}
	return renameio.WriteFile(*out, packed, 0o644)
}

// tell prints how many questions of each kind are classified as asking for code.
func tell(w io.Writer, examples []example, packed []byte) error {
	type tally struct{ n, code int }
	kinds := map[string]*tally{}
	for _, e := range examples {
		if kinds[e.kind] == nil {
			kinds[e.kind] = &tally{}
		}
		kinds[e.kind].n++
		if intent.CodeOf(packed, e.text) >= .5 {
			kinds[e.kind].code++
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "questions of\theld out\task for code, %")
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		k := kinds[kind]
		fmt.Fprintf(t, "%s\t%d\t%.1f\n", kind, k.n, 100*float64(k.code)/float64(k.n))
	}
	return t.Flush()
}
