package goaldna

import (
	_ "embed"
	"strings"
)

//go:embed elsewhere.txt
var elsewhereText string

// Elsewhere are short steps of work of every kind, each a sentence: of a household, of crafts, of offices and of programs that have nothing to do with each other. How near a step is to them says how near
// it is to work that it has nothing to do with, see [Near]. The texts are ours.
func Elsewhere() []string {
	return strings.Split(strings.TrimSpace(elsewhereText), "\n")
}
