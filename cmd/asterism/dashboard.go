package main

import (
	"errors"
	"fmt"
	"net/url"

	"asterism/engine"

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
			if g.json {
				return printJSON(map[string]string{"url": link})
			}
			fmt.Fprintln(cmd.OutOrStdout(), link)
			return nil
		},
	}
}

// dashboard is the page's address with the token, at the server that --connect names or that owns the store.
func (g *globals) dashboard() (string, error) {
	address, err := g.serverURL()
	if err != nil {
		return "", err
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read the server's address %q: %w", address, err)
	}
	token, err := knownToken(g.data)
	if err != nil {
		return "", err
	}
	u.Path, u.RawQuery = "/", ""
	if token == "" {
		return u.String(), nil
	}
	return u.String() + "#" + url.Values{"token": {token}}.Encode(), nil
}

// serverURL is where the server is that a person means.
func (g *globals) serverURL() (string, error) {
	switch g.connect {
	case connectAuto:
	case connectOff:
		return "", errors.New("a server is wanted, and --connect off asks none")
	default:
		return serverAddress(g.connect)
	}
	owner, err := findServer(g.data)
	if err != nil {
		return "", err
	}
	if owner == nil || owner.URL == "" {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: "no server serves " + g.data + " over HTTP", Hint: "start one with `asterism serve --http 127.0.0.1:7737`, or name the folder of one that runs with --data"}
	}
	return owner.URL, nil
}
