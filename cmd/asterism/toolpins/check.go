package toolpins

import (
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/tooldrift"

	"github.com/spf13/cobra"
)

func checkCmd(g commands) *cobra.Command {
	var o tooldrift.FetchOptions
	cmd := &cobra.Command{
		Use:   "check NAME",
		Short: "Ask a pinned server for its tools again and say what changed (exit code 0 clean, 1 drift, 2 could not check)",
		Long:  "Ask a pinned server for its tools again and say what changed, for a cache (kind) and for trust (risk). The baseline stays as it is.\nExit code 0: clean; 1: drift; 2: could not check, or no drift in a list whose end is not known.",
		Args:  cobra.ExactArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return g.check(cmd, args[0], o) },
	}
	g.fetchFlags(cmd, &o)
	return cmd
}

func (g commands) check(cmd *cobra.Command, name string, o tooldrift.FetchOptions) error {
	c, err := g.Pins().Check(cmd.Context(), name, o)
	if err != nil {
		return err
	}
	if err := g.showChecked(c); err != nil {
		return err
	}
	switch {
	case c.Drifted():
		return exitDrift
	case c.Unknown():
		return exitUnchecked
	}
	return nil
}

func (g commands) showChecked(c *tooldrift.Checked) error {
	if g.JSON {
		return shell.PrintJSON(map[string]any{
			"name": c.Pin.Name, "server": c.Pin.Server, "pinned": c.Pin.Pinned, "accepted": c.Pin.Accepted, "drift": c.Drifted(),
			"report": c.Report, "decision": tooldrift.Decide(c.Report, tooldrift.Policy{}), "noise": words.OrNull(c.Now.Noise),
		})
	}
	oddities(c.Now)
	shell.Print(c.Report.Text())
	if c.Drifted() {
		shell.Printf("to take this list over: asterism mcp accept %s --digest %s\n", c.Pin.Name, c.Report.After.Digest)
	}
	return nil
}
