package project

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine"
)

// Variable is the environment variable that names a namespace as --namespace does, for every command.
const Variable = "ASTERISM_NAMESPACE"

// Home is where somebody's calls are at work when they name no namespace.
type Home struct {
	Namespace string `json:"namespace"`       // never empty
	Given     bool   `json:"given,omitempty"` // it was named, not found: whatever else is known of a project does not count
	Root      string `json:"root,omitempty"`  // folder of the project that it was found by
}

// Decide is the one place where a namespace is chosen: the given one, else $ASTERISM_NAMESPACE, else that of the project that a folder lies in, else the default one. data is the
// data directory, which remembers projects.
func Decide(given, data, dir string) (Home, error) {
	if named := cmp.Or(given, os.Getenv(Variable)); named != "" {
		what := "--namespace"
		if given == "" {
			what = "$" + Variable
		}
		return Home{Namespace: named, Given: true}, check(what, named)
	}
	return At(data, dir)
}

// At is the namespace of the project that a folder lies in; the default one outside of any.
func At(data, dir string) (Home, error) {
	p, err := Find(dir)
	if err != nil || p == nil {
		return Home{Namespace: engine.DefaultNamespace}, err
	}
	name, err := Registry{data}.Name(p)
	return Home{Namespace: cmp.Or(name, engine.DefaultNamespace), Root: p.Root}, err
}

// Beside is the namespace that searches look in as well: the default one, where it is not their own; empty where it is.
func (h Home) Beside() string {
	if h.Namespace == engine.DefaultNamespace {
		return ""
	}
	return engine.DefaultNamespace
}

// check refuses what cannot be the name of one namespace.
func check(what, name string) error {
	why := ""
	switch {
	case name == "*":
		why = "means all namespaces, and one is wanted"
	case len(name) > engine.MaxNameBytes:
		why = fmt.Sprintf("has %d bytes; the limit is %d", len(name), engine.MaxNameBytes)
	case !utf8.ValidString(name):
		why = "is not UTF-8"
	case strings.ContainsFunc(name, unicode.IsControl):
		why = "holds a control character"
	case strings.TrimSpace(name) == "":
		why = "is blank"
	default:
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the namespace %.40q of %s %s", name, what, why), Hint: "name one namespace, such as the project's"}
}
