package client

import "encoding/json"

// Nowhere answers calls if there is no server and no store to open. It checks the arguments, and returns an error about them or about what is missing.
type Nowhere func(tool string, arguments map[string]any) (json.RawMessage, error)

// Memory returns a memory that answers every call this way, like the socket for commands.
func (n Nowhere) Memory() *Memory { return &Memory{nowhere: n, owns: true} }

func (n Nowhere) call(tool string, arguments map[string]any, into any) error {
	body, err := n(tool, arguments)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return strange("no address", tool, err)
	}
	return nil
}
