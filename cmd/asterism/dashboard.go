package main

import (
	"fmt"
	"net/url"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"

	"github.com/spf13/cobra"
)

func dashboardCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "dashboard",
		Short: "Print the link of the dashboard of the server that owns the store",
		Long: "Print the link of the page that `asterism serve --http` serves. The token stands behind the #, which a browser sends to nobody and the page takes\n" +
			"out of the address bar; whoever has the link has the token.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			link, err := g.dashboard()
			if err != nil {
				return err
			}
			if g.JSON {
				return shell.PrintJSON(map[string]string{"url": link})
			}
			fmt.Fprintln(cmd.OutOrStdout(), link)
			return nil
		},
	}
}

// dashboard is the page's address with the token, at the server that --connect names or that owns the store.
func (g *globals) dashboard() (string, error) {
	address, err := g.ServerURL()
	if err != nil {
		return "", err
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read the server's address %q: %w", address, err)
	}
	token, err := owner.KnownToken(g.Data)
	if err != nil {
		return "", err
	}
	u.Path, u.RawQuery = "/", ""
	if token == "" {
		return u.String(), nil
	}
	return u.String() + "#" + url.Values{"token": {token}}.Encode(), nil
}
