package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/mcp/tools"

	"github.com/spf13/cobra"
)

func dashboardCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "dashboard",
		Short: "Print the link of the dashboard of the server that owns the store",
		Long: "Print the link of the page. `asterism serve --http` serves it at its address; a server of yours without one serves it on this machine from now on, until nobody has looked\n" +
			"at it for half an hour. The token is after the #: a browser does not send that part, and the page removes it from the address bar. Whoever has the link has the token.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			link, err := g.dashboard(cmd.Context())
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

// dashboard returns the page's address with the token, at the server that --connect names or that owns the store.
func (g *globals) dashboard(ctx context.Context) (string, error) {
	if server, err := g.Server(); err != nil {
		return "", err
	} else if server != nil && server.URL == "" && server.Owner != "" {
		return g.lentDashboard(ctx, server)
	}
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

// lentDashboard asks a server without an address to serve the page.
func (g *globals) lentDashboard(ctx context.Context, server *owner.Announcement) (string, error) {
	m, err := g.Reach(ctx, server)
	if err != nil {
		return "", err
	}
	defer m.Close()
	body, err := m.Ask(ctx, "open_dashboard", nil)
	if err != nil {
		return "", err
	}
	var opened tools.DashboardOpened
	if err := json.Unmarshal(body, &opened); err != nil {
		return "", fmt.Errorf("read the answer of open_dashboard: %w", err)
	}
	return opened.URL, nil
}
