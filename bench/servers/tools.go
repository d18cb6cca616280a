package servers

import (
	"context"

	"asterism/mcp/tooldrift"
)

// tools asks the server itself, as it is now, for the names of its tools.
func (s *server) tools(ctx context.Context) ([]string, error) {
	l, err := tooldrift.Fetch(ctx, tooldrift.Target{Command: s.command}, tooldrift.FetchOptions{})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, t := range l.Tools {
		out = append(out, t.Name)
	}
	return out, nil
}
