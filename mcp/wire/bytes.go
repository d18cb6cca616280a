package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"asterism/engine"
)

// RefuseBadBytes is a hook of the library's server before every request. Go's decoder would replace bytes that are not UTF-8 without a
// word, and something else than was sent would be stored.
func RefuseBadBytes(_ context.Context, _ any, message any) error {
	raw, ok := message.(json.RawMessage)
	if !ok || utf8.Valid(raw) {
		return nil
	}
	return fmt.Errorf("message is not valid UTF-8 at byte %d: nothing was done; send UTF-8", engine.FirstBadByte(string(raw)))
}
