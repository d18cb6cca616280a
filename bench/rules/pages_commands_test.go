package rules

import (
	"regexp"
	"strings"
	"testing"
)

// flagged is a Go command that chooses build tags: it needs the compiler's flags of the Makefile, which whoever copies the command does not have.
var flagged = regexp.MustCompile(`\bgo (test|run|build|vet) [^` + "`" + `\n]*-tags\b`)

// TestCommandsRunAsTheyStand: with tags a Go command stops at a missing header; `make test PKG=… ARGS=…` has the flags. Decisions say what was run at their time.
func TestCommandsRunAsTheyStand(t *testing.T) {
	for name, text := range pages(t) {
		if strings.HasPrefix(name, "docs/decisions/") {
			continue
		}
		for _, command := range flagged.FindAllString(text, -1) {
			t.Errorf("%s has %q, which needs flags of the Makefile: name the make target", name, command)
		}
	}
	for command, bad := range map[string]bool{"`go test -tags=cuda ./engine -run X`": true, "`go test ./engine -run X` and -tags=cuda": false, "`go run ./bench age`": false} {
		if flagged.MatchString(command) != bad {
			t.Errorf("%s: want %v", command, bad)
		}
	}
}
