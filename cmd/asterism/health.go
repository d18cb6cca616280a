package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"asterism/engine"
	"asterism/mcp/client"
	"asterism/mcp/httpapi"

	"github.com/spf13/cobra"
)

// healthWithin is how long a server may take to report its health.
const healthWithin = 5 * time.Second

func healthCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "health",
		Short: "Ask the server that owns the store whether it can serve: exit code 0 when it can, for a container's health check",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			said, err := g.health(cmd.Context())
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), said)
			return nil
		},
	}
}

// health returns the server's report about itself; an error if it cannot serve now.
func (g *globals) health(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	address, err := g.ServerURL()
	if err != nil {
		return "", err
	}
	certFile, err := g.CertificateOf(address)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read the server's address %q: %w", address, err)
	}
	u.Path = "/readyz"
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return "", err
	}
	trust := client.Trust(certFile)
	if httpapi.Loopback(u.Hostname()) { // the request contains no secret, and a container must not be restarted for a file that its server does not need yet
		trust = client.Lenient(certFile, func(why error) {
			fmt.Fprintf(os.Stderr, "asterism: %v; asking %s anyway: fix the file before the server restarts\n", why, u.Host)
		})
	}
	web := &http.Client{Transport: &http.Transport{TLSClientConfig: trust, DisableKeepAlives: true}}
	if why := httpapi.ExpiryOf(certFile, time.Now()); why != "" {
		fmt.Fprintln(os.Stderr, "asterism: "+why)
	}
	resp, err := web.Do(r)
	if err != nil {
		return "", client.Unreachable(address, err)
	}
	defer resp.Body.Close()
	const most = 64 << 10
	body, err := io.ReadAll(io.LimitReader(resp.Body, most))
	if err != nil {
		return "", client.Unreachable(address, err)
	}
	var said struct {
		Status, Doing string
		Refused       string `json:"writes_refused"`
		Error         struct{ Message string }
	}
	err = json.Unmarshal(body, &said)
	if err == nil && said.Error.Message != "" { // a server of ours that refuses the request
		return "", &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the server at %s refuses: %s", address, said.Error.Message)}
	}
	if resp.StatusCode == http.StatusBadRequest && client.SaysTLS(body) {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the server at %s speaks TLS, and was called without", address), Hint: "write https:// instead of http://"}
	}
	if err != nil || said.Status == "" {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("what answers at %s is no asterism server (%s)", u, resp.Status), Hint: "give the address that `asterism serve --http` printed"}
	}
	if resp.StatusCode != http.StatusOK {
		hint := "ask again in a moment"
		if said.Status == httpapi.Waiting {
			hint = "it serves again when that is done"
		}
		return "", &engine.Error{Kind: engine.KindBusy, Message: fmt.Sprintf("the server at %s is %s", address, joined(said.Status, said.Doing)), Hint: hint}
	}
	if said.Refused != "" { // it serves, and a restart, as a container would do, frees no space
		return fmt.Sprintf("%s; nothing new can be stored: %s", said.Status, said.Refused), nil
	}
	return said.Status, nil
}

// joined returns a status with its details.
func joined(status, doing string) string {
	if doing == "" {
		return status
	}
	return status + ": " + doing
}
