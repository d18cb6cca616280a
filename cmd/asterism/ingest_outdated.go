package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/ingest"

	"github.com/spf13/cobra"
)

// mostOutdated is how many files with outdated pieces are named.
const mostOutdated = 5

// printOutdated reports remaining pieces of files that have changed. Searches would find them without a sign that they are outdated.
func (g *globals) printOutdated(cmd *cobra.Command, o ingest.Outdated, namespace string) {
	tell := func(p ingest.Pieces, are string) {
		if p.Pieces == 0 {
			return
		}
		var named []string
		for _, f := range p.Files[:min(mostOutdated, len(p.Files))] {
			named = append(named, words.Line(f))
		}
		shell.Printf("%s of files that changed or are gone %s: %s%s\n", words.Count(p.Pieces, "piece"), are, strings.Join(named, ", "),
			words.During(len(p.Files) > mostOutdated, fmt.Sprintf(" and %d more", len(p.Files)-mostOutdated)))
		shell.Printf("to keep only what they say now: `%s`%s, then run this again\n", g.forgetFile(cmd, p.Files[0], namespace), words.During(len(p.Files) > 1, ", and so for each"))
	}
	tell(o.Pieces, "still stored")
	tell(o.Perhaps, "may still be stored (their paths are relative: they are these if they came from this folder)")
	if o.NotLooked != "" {
		fmt.Fprintln(os.Stderr, words.Plain(o.NotLooked))
	}
}

// forgetFile returns the command that forgets the pieces of a file, for the place where this command was typed.
func (g *globals) forgetFile(cmd *cobra.Command, file, namespace string) string {
	out := "asterism forget --where-source " + quoted(file)
	if namespace = cmp.Or(namespace, engine.DefaultNamespace); namespace != cmp.Or(g.Home().Namespace, engine.DefaultNamespace) {
		out += " --where-namespace " + quoted(namespace)
	}
	if cmd.Flags().Changed("data") {
		out += " --data " + quoted(g.Data)
	}
	return out
}

// quoted returns an argument as one word for a shell that leaves it unchanged.
func quoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%,"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(words.Line(word), "'", `'\''`) + "'"
}

func jsonOutdated(o *ingest.Outdated) map[string]any {
	pieces := func(p *ingest.Pieces) map[string]any {
		return map[string]any{"pieces": p.Pieces, "files": append([]string{}, p.Files...)}
	}
	out := pieces(&o.Pieces)
	out["perhaps"], out["not_looked"] = pieces(&o.Perhaps), words.OrNull(o.NotLooked)
	return out
}
