package quality

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"asterism/bench/report"
)

func TestOptions(t *testing.T) {
	data := folder(t, map[string]string{"a/corpus.jsonl": "", "b/corpus.jsonl": "", "other/readme": ""})
	t.Setenv(dataVariable, "")
	o, err := readOptions(arguments("-data", data, "-gate=false"))
	if err != nil || len(o.sets) != 2 || o.gate || o.some != "" || o.out != "" || o.noOut {
		t.Errorf("options are %+v, error %v", o, err)
	}
	o, err = readOptions(arguments("-data", data, "-sets", "b"))
	if err != nil || len(o.sets) != 1 || o.sets[0] != filepath.Join(data, "b") || o.some != "-b" || !o.gate || o.proofs {
		t.Errorf("options are %+v, error %v", o, err)
	}
	if o, err = readOptions(arguments("-data", data, "-sets", "b,a", "-proofs")); err != nil || !o.proofs || o.some != "-b-a" {
		t.Errorf("options are %+v, error %v", o, err)
	}
	t.Setenv(dataVariable, filepath.Join(data, "a")) // a set itself
	o, err = readOptions(arguments())
	if err != nil || len(o.sets) != 1 || o.sets[0] != filepath.Join(data, "a") {
		t.Errorf("options are %+v, error %v", o, err)
	}
}

func TestOptionsThatAreRefused(t *testing.T) {
	data := folder(t, map[string]string{"a/corpus.jsonl": "", "b/corpus.jsonl": ""})
	t.Setenv(dataVariable, "")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{dataVariable, "-data", "corpus.jsonl", "queries.jsonl", "qrels.tsv"}},
		{[]string{"-data", t.TempDir()}, []string{"holds no set", "qrels.tsv"}},
		{[]string{"-data", data, "-sets", "c"}, []string{`"c"`, "a, b"}},
		{[]string{"-data", data, "-sets", "a,a"}, []string{"twice"}},
		{[]string{"-data", data, "-ablate", "-1"}, []string{"-ablate"}},
		{[]string{"-data", data, "-loss", "-1"}, []string{"-loss"}},
		{[]string{"-data", data, "-quick"}, []string{"quick"}},
		{[]string{"-data", data, "a"}, []string{`"a"`}},
	} {
		_, err := readOptions(arguments(c.args...))
		if err == nil {
			t.Errorf("%q is taken", c.args)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: error %q does not say %q", c.args, err, part)
			}
		}
	}
}

// arguments returns those of a command line, and discards its usage message.
func arguments(words ...string) *report.Args {
	a := report.NewArgs(commandName, "", words...)
	a.SetOutput(io.Discard)
	return a
}
