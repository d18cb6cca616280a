package shell

import (
	"strings"

	"github.com/spf13/pflag"
)

// texts are the values of a repeatable flag. Each is used unchanged: pflag's own slices are lines of CSV, which split a tag with a comma or a quote.
type texts struct {
	to    *[]string
	empty bool // an empty value was given
}

// TagFlag defines a flag for tags. An empty value is no tag: update --tag "" removes all.
func TagFlag(fl *pflag.FlagSet, to *[]string, name, usage string) {
	fl.Var(&texts{to: to}, name, usage)
}

// Set implements pflag.Value.
func (w *texts) Set(v string) error {
	if *w.to == nil {
		*w.to = []string{}
	}
	if w.empty = w.empty || saysNothing(v); v != "" {
		*w.to = append(*w.to, v)
	}
	return nil
}

// String implements pflag.Value.
func (w *texts) String() string {
	if w.to == nil {
		return ""
	}
	return strings.Join(*w.to, ", ")
}

// Type implements pflag.Value.
func (w *texts) Type() string { return "strings" }

// IsEmpty reports whether a flag was given with an empty value, such as from an unset shell variable.
func IsEmpty(f *pflag.Flag) bool {
	if f == nil || !f.Changed {
		return false
	}
	if w, ok := f.Value.(*texts); ok {
		return w.empty
	}
	return saysNothing(f.Value.String())
}

// saysNothing reports whether a value has no visible character.
func saysNothing(v string) bool { return strings.TrimSpace(v) == "" }
