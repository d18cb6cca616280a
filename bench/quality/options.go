package quality

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/bench/report"
)

// dataVariable is the environment variable that names the folder of sets.
const dataVariable = "ASTERISM_EVAL"

// collection are the development sets that the committed result file is about.
var collection = []string{"citation-dev", "cosqa-dev", "cranfield", "dialogue-0", "dialogue-1", "dialogue-2", "dialogue-3", "issue-links", "lisa", "longmemeval-mini", "medline"}

// options are the command line's.
type options struct {
	data, models, out, dump string
	noOut                   bool     // -out is given, and empty
	sets                    []string // folders
	some                    string   // "-NAME-NAME" when only some sets were asked for
	ablate, runs            int
	loss                    int
	proofs, gate            bool
}

func readOptions(f *report.Args) (o options, err error) {
	f.StringVar(&o.data, "data", os.Getenv(dataVariable), "folder of sets, or one set (default $"+dataVariable+")")
	names := f.String("sets", "", "sets to measure, by comma (default: all)")
	f.StringVar(&o.models, "models", "", "folder that holds a manifest of models (default: the compact profile)")
	f.StringVar(&o.out, "out", "", "folder of the result file; empty writes none (default "+report.ResultsFolder+" after a run over the whole collection, else none)")
	f.StringVar(&o.dump, "dump", "", "write candidates and similarities for the fitting of weights to this file, and measure nothing")
	f.IntVar(&o.ablate, "ablate", 150, "most questions of a set that are searched without each space; 0: none")
	f.IntVar(&o.runs, "runs", 5, "runs over which the cost of embedding is measured; 0: none")
	f.IntVar(&o.loss, "loss", 100, "most questions of a set that the loss by keeping values in few bits is measured on; 0: none")
	f.BoolVar(&o.proofs, "proofs", true, "also measure each space's own claims, on all of -data; off where -sets names some, unless given")
	f.BoolVar(&o.gate, "gate", true, "exit with status 1 when a law is broken")
	if err := f.Parse(); err != nil {
		return o, err
	}
	o.noOut = f.Given("out") && o.out == ""
	if !f.Given("proofs") && *names != "" {
		o.proofs = false
	}
	switch {
	case o.ablate < 0 || o.runs < 0 || o.loss < 0:
		return o, errors.New("-ablate, -runs and -loss must be at least 0")
	case o.data == "":
		return o, fmt.Errorf("no sets are named: give -data DIR or set $%s.\n%s", dataVariable, dataForm)
	}
	if o.sets, err = findSets(o.data, *names); err == nil && *names != "" {
		o.some = "-" + strings.ReplaceAll(*names, ",", "-")
	}
	return o, err
}

// dataForm describes the content of a folder of sets.
const dataForm = `DIR holds a folder a set in the layout of BEIR (https://github.com/beir-cellar/beir lists public ones):
  corpus.jsonl   a line a document: {"_id": "d1", "title": "…", "text": "…"}; the title may be missing;
                 "timestamp" (RFC 3339) on every line also measures questions that name a time, and with
                 "session" what the context of a turn brings
  queries.jsonl  a line a question: {"_id": "q1", "text": "…"}
  qrels.tsv      a line a judgement, tabs between: q1 d1 1; also qrels/test.tsv, with or without a header line
bench/quality/testdata holds a small one.`

// corpusName is the file by which a set is known.
const corpusName = "corpus.jsonl"

// findSets lists the folders of the named sets, or of all: dir itself when it is one.
func findSets(dir, names string) ([]string, error) {
	all := map[string]string{}
	if isFile(filepath.Join(dir, corpusName)) {
		all[filepath.Base(dir)] = dir
	} else {
		found, err := filepath.Glob(filepath.Join(dir, "*", corpusName))
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			all[filepath.Base(filepath.Dir(path))] = filepath.Dir(path)
		}
	}
	var known []string
	for name := range all {
		known = append(known, name)
	}
	slices.Sort(known)
	if len(known) == 0 {
		return nil, fmt.Errorf("folder %s holds no set: no %s in it or in its sub-folders.\n%s", dir, corpusName, dataForm)
	}
	if names == "" {
		names = strings.Join(known, ",")
	}
	var out []string
	for name := range strings.SplitSeq(names, ",") {
		path, ok := all[name]
		if !ok {
			return nil, fmt.Errorf("unknown set %q: %s has %s", name, dir, strings.Join(known, ", "))
		}
		if slices.Contains(out, path) {
			return nil, fmt.Errorf("set %q is named twice", name)
		}
		out = append(out, path)
	}
	return out, nil
}
