package client

import "encoding/json"

// Nowhere answers calls where there is no server and no store to open: it looks at the arguments, and says what is wrong with them or what is missing.
type Nowhere func(tool string, arguments map[string]any) (json.RawMessage, error)

// Memory is one whose every call is answered so, as at the socket for commands.
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
