package quality

import (
	"context"
	_ "embed" // the pairs
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/secrets"
)

// nearCopyPairs are ours, a line each: script, what is done to the first text, and two texts that do not say the same. Ten scripts with ten sentences each; the second text has
// another number, denies the first, has another word, or has nothing to do with it.
//
//go:embed testdata/near-copies/pairs.tsv
var nearCopyPairs string

// nearCopy is a pair that must not be taken for copies.
type nearCopy struct{ script, done, first, second string }

func nearCopies() (out []nearCopy) {
	for line := range strings.Lines(nearCopyPairs) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		out = append(out, nearCopy{f[0], f[1], f[2], f[3]})
	}
	return out
}

// unrelated are pairs with nothing to do with each other: they must not even be called similar.
const unrelated = "unrelated"

// tellNearCopies stores each pair in a namespace of its own, through the product's own path, and counts wrong reports about the second text: that it is a copy of the first, or that an unrelated one
// is similar. Each first text is also stored a second time, and that must be called a copy: otherwise a measure that flags nothing would be perfect. This is done in a namespace that has only the
// first: after the second, which says something else, it may be true again, and that is no copy.
func tellNearCopies(ctx context.Context, o options, w io.Writer) (rows []report.Row, err error) {
	say("near copies in ten scripts")
	dir, err := os.MkdirTemp("", "asterism-quality-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Allow, Data: filepath.Join(dir, "data"), Models: o.models})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close(context.WithoutCancel(ctx))) }()
	all := nearCopies()
	flagged, missed, of := map[string]int{}, 0, map[string]int{}
	var scripts []string
	for i, p := range all {
		if of[p.script] == 0 {
			scripts = append(scripts, p.script)
		}
		of[p.script]++
		first, second, again, err := storePair(ctx, e, fmt.Sprintf("pair-%d", i), p)
		if err != nil {
			return nil, err
		}
		if second.DuplicateOf != nil || p.done == unrelated && second.SimilarTo != nil {
			flagged[p.script]++
			fmt.Fprintf(w, "flagged: %s %s: %q, %q\n", p.script, p.done, p.first, p.second)
		}
		if again.DuplicateOf == nil || *again.DuplicateOf != first.ID {
			missed++
			fmt.Fprintf(w, "missed: %s %q, %v\n", p.script, p.first, again.SimilarTo)
		}
	}
	fmt.Fprintf(w, "\nnear copies: %d pairs in %d scripts that do not say the same; flagged as copies or, where unrelated, as similar; %d true copies missed\n", len(all), len(scripts), missed)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	sum := 0
	for _, s := range scripts {
		fmt.Fprintf(t, "%s\t%d of %d\n", s, flagged[s], of[s])
		sum += flagged[s]
	}
	rows = []report.Row{rowOf("near_copy_false_flags", "", lower, 0, float64(sum)), rowOf("near_copy_missed", "", lower, 0, float64(missed))}
	return rows, t.Flush()
}

// storePair stores two texts, and the first once more in capitals and with other white space: the same words.
func storePair(ctx context.Context, e *engine.Engine, namespace string, p nearCopy) (first, second, again *engine.Remembered, err error) {
	store := func(namespace, text string) *engine.Remembered {
		if err != nil {
			return nil
		}
		var r *engine.Remembered
		r, err = e.Inject(ctx, engine.Note{Content: text, Rationale: "kept", Namespace: namespace})
		return r
	}
	store(namespace, p.first)
	second = store(namespace, p.second)
	alone := namespace + "-alone"
	first = store(alone, p.first)
	again = store(alone, "  "+strings.ToUpper(p.first))
	return first, second, again, err
}
