package wire

import (
	"strings"
	"testing"
)

func TestStdioEndsWhenNobodyReads(t *testing.T) {
	s, _ := counting(Options{})
	c := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")
	if err := s.ServeStdio(t.Context(), c, brokenPipe{}); err == nil || !strings.Contains(err.Error(), "broken pipe") {
		t.Errorf("got %v", err)
	}
}
