package main

import (
	"errors"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/engine/ingest"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

// ingestSpread lets all nodes of a cluster embed the notes. It returns an error before anything is opened if no server runs.
func (g *globals) ingestSpread(cmd *cobra.Command, plan *ingest.Plan, o ingest.Options) error {
	server, err := g.Server()
	if err != nil {
		return err
	}
	if server == nil {
		return notSpread("no process serves this folder, or --connect off leaves it alone")
	}
	return g.With(cmd.Context(), func(m owner.Memory) error {
		served, ok := m.(*client.Memory)
		if !ok { // the server has ended meanwhile
			return notSpread("no process serves this folder any more")
		}
		to, err := served.Spread(cmd.Context())
		if errors.Is(err, client.ErrNotSpread) {
			return notSpread("the server that is asked is no node of a cluster, or is not asked on its own machine")
		}
		if err != nil {
			return err
		}
		return g.ingest(cmd, to, plan, o)
	})
}

func notSpread(why string) error {
	return &engine.Error{Kind: engine.KindInvalid, Message: "--spread has the nodes of a cluster embed together, and " + why,
		Hint: "leave --spread out, or run it on the machine of a node: start that with `asterism serve --cluster DIR`, and name the same folder with --data"}
}
