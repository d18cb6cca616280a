package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"asterism/engine"
	"asterism/engine/fault"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// RefuseBadBytes is a hook of the library's server before every request. Go's decoder silently replaces bytes that are not UTF-8, and halves of surrogate pairs, so another text
// than the sent one would be stored. Tool calls are left to the tool, whose error a model can read.
func RefuseBadBytes(_ context.Context, _ any, message any) error {
	raw, ok := message.(json.RawMessage)
	if !ok {
		return nil
	}
	if utf8.Valid(raw) {
		return refuseHalves(raw)
	}
	return fmt.Errorf("message is not valid UTF-8 at byte %d: nothing was done; send UTF-8", engine.FirstBadByte(string(raw)))
}

func refuseHalves(raw json.RawMessage) error {
	half := fault.HalfCharacter(raw, "params", "arguments")
	if half == "" {
		return nil
	}
	var m struct {
		Method string `json:"method"`
		Params struct {
			Arguments json.RawMessage `json:"arguments"`
		} `json:"params"`
	}
	if json.Unmarshal(raw, &m) == nil && m.Method == string(protocol.MethodToolsCall) && fault.HalfCharacter(m.Params.Arguments) != "" {
		return nil
	}
	return fmt.Errorf("%s: nothing was done; send whole characters", half)
}
