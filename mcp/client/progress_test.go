package client

import (
	"fmt"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

// TestProgressOfACallIsShown: a server's progress of a watched call moves its bar, and no other does.
func TestProgressOfACallIsShown(t *testing.T) {
	r := &Memory{}
	var seen []string
	r.bars.Store("cli-1", func(stage string, done, total int) { seen = append(seen, fmt.Sprint(stage, done, total)) })
	tell := func(token any, message string) {
		var n mcp.JSONRPCNotification
		n.Params.AdditionalFields = map[string]any{"progressToken": token, "message": message}
		r.progressed(n)
	}
	tell("cli-1", "backing up, in KiB: 12, at most 40")
	tell("cli-1", "loading: models: 1, at most 9")
	tell("cli-1", "loading models")
	tell("cli-1", "x: y, at most z")
	tell("cli-2", "backing up: 1, at most 2")
	tell(7, "backing up: 1, at most 2")
	if want := "[backing up, in KiB12 40 loading: models1 9]"; fmt.Sprint(seen) != want {
		t.Errorf("shown %v, want %s", seen, want)
	}
}
