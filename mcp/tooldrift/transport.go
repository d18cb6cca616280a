package tooldrift

import (
	"log/slog"

	"github.com/mark3labs/mcp-go/client/transport"
)

// openTransport starts the command of a server, or prepares a connection to its URL. The process is nil over HTTP.
func openTransport(at Target, over ...transport.StreamableHTTPCOption) (transport.Interface, *process, error) {
	if at.URL != "" {
		h, err := transport.NewStreamableHTTP(at.URL, append(over, transport.WithHTTPLogger(slog.New(slog.DiscardHandler)))...)
		if err != nil {
			return nil, nil, err
		}
		return h, nil, nil
	}
	p, err := startProcess(at.Command)
	if err != nil {
		return nil, nil, err
	}
	return transport.NewIO(p.out, p.in, nil), p, nil
}
