package toolpins

import (
	"fmt"
	"strings"

	"asterism/cmd/asterism/shell"
	"asterism/mcp/tooldrift"

	"github.com/spf13/cobra"
)

func acceptCmd(g commands) *cobra.Command {
	var o tooldrift.FetchOptions
	var digest string
	cmd := &cobra.Command{
		Use:   "accept NAME",
		Short: "Make what a pinned server offers now the new baseline",
		Args:  cobra.ExactArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return g.accept(cmd, args[0], digest, o) },
	}
	g.fetchFlags(cmd, &o)
	cmd.Flags().StringVar(&digest, "digest", "", "accept only the list that a check has named by this digest (or its first 8 digits or more)")
	return cmd
}

// leastDigest is how many digits of a digest must be given: 32 bits, so that no other list has them by chance.
const leastDigest = 8

func (g commands) accept(cmd *cobra.Command, name, digest string, o tooldrift.FetchOptions) error {
	if digest != "" && len(digest) < leastDigest {
		return fmt.Errorf("--digest %q has %d digits: give at least %d", digest, len(digest), leastDigest)
	}
	c, err := g.Pins().Check(cmd.Context(), name, o)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(c.Now.Digest(), digest) {
		return fmt.Errorf("accept list of %q: it is now %s, not %s: look at it again with `asterism mcp check %s`", name, c.Now.Digest(), digest, name)
	}
	if err := g.Pins().Accept(c.Pin, c.Now.List); err != nil {
		return err
	}
	if g.JSON {
		return shell.PrintJSON(map[string]any{"name": name, "accepted": c.Pin.Accepted, "tools": len(c.Now.Tools), "digest": c.Now.Digest(), "report": c.Report})
	}
	oddities(c.Now)
	shell.Print(c.Report.Text())
	shell.Printf("accepted: %d tools are the baseline of %s now\n", len(c.Now.Tools), name)
	return nil
}
