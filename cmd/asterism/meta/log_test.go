package meta

import (
	"strings"
	"testing"

	"asterism/cmd/asterism/owner"
	"asterism/engine/metautl"
)

// TestEveryTypeOfEventIsInTheHelp, and every domain.
func TestEveryTypeOfEventIsInTheHelp(t *testing.T) {
	help := logCmd(commands{&owner.Flags{}}).Flags()
	for _, v := range metautl.EventTypes {
		if !strings.Contains(help.Lookup("type").Usage, string(v)) {
			t.Errorf("--type does not name %s", v)
		}
	}
	for _, v := range metautl.Domains {
		if !strings.Contains(help.Lookup("domain").Usage, string(v)) {
			t.Errorf("--domain does not name %s", v)
		}
	}
}
