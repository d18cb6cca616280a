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

// Variable is the environment variable for a namespace, equal to --namespace, for every command.
const Variable = "ASTERISM_NAMESPACE"

// Home is the place of a caller whose calls name no namespace.
type Home struct {
	Namespace string `json:"namespace"`       // never empty
	Given     bool   `json:"given,omitempty"` // it was given, not found, so no project counts
	Root      string `json:"root,omitempty"`  // folder of the project by which it was found
}

// Decide is the only place where a namespace is chosen: the given one, else $ASTERISM_NAMESPACE, else that of the folder's project, else the default one. data is the data
// directory, which stores the namespaces of projects.
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

// At returns the namespace of the folder's project; the default one outside of any project.
func At(data, dir string) (Home, error) {
	p, err := Find(dir)
	if err != nil || p == nil {
		return Home{Namespace: engine.DefaultNamespace}, err
	}
	name, err := Registry{data}.Name(p)
	return Home{Namespace: cmp.Or(name, engine.DefaultNamespace), Root: p.Root}, err
}

// Beside returns the additional namespace of searches: the default one, or "" if that is their own.
func (h Home) Beside() string {
	if h.Namespace == engine.DefaultNamespace {
		return ""
	}
	return engine.DefaultNamespace
}

// check returns an error for a text that cannot be the name of one namespace.
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
