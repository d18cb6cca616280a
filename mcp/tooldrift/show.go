package tooldrift

import (
	"fmt"
	"strings"
	"unicode"
)

// Text returns the report for a person. Values are shown in full. Characters that a terminal would interpret or hide are escaped, since the text comes from an untrusted server.
func (r Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s · risk %s%s · %d tools before, %d after\n", r.Kind, r.Risk, breaking(r.Breaking), r.Before.Tools, r.After.Tools)
	if r.Incomplete != "" {
		fmt.Fprintf(&b, "incomplete: %s\n", printable(r.Incomplete))
	}
	if r.Divergence != nil {
		fmt.Fprintf(&b, "the same up to tool %d, byte %d of the canonical list\n", r.Divergence.Index+1, r.Divergence.Byte)
	}
	for _, e := range r.Edits {
		fmt.Fprintf(&b, "~ %s  (differs from byte %d of its definition)\n", printable(e.Tool), e.Byte)
		for _, c := range e.Changes {
			showChange(&b, c)
		}
	}
	for _, l := range []struct {
		sign  string
		names []string
	}{{"+ ", r.Added}, {"- ", r.Removed}, {"↕ ", r.Moved}, {"? ", r.Unseen}, {"‼ ambiguous: ", r.Ambiguous}} {
		for _, name := range l.names {
			b.WriteString(l.sign + printable(name) + "\n")
		}
	}
	for _, why := range r.Reasons {
		fmt.Fprintf(&b, "%-6s %s: %s\n", why.Risk, printable(why.Tool), printable(why.Text))
	}
	return b.String()
}

func showChange(b *strings.Builder, c Change) {
	fmt.Fprintf(b, "    %s\n", printable(c.Path))
	if c.Before != nil {
		fmt.Fprintf(b, "      - %s\n", printable(string(c.Before)))
	}
	if c.After != nil {
		fmt.Fprintf(b, "      + %s\n", printable(string(c.After)))
	}
}

func breaking(yes bool) string {
	if yes {
		return ", breaking"
	}
	return ""
}

// printable escapes control and format characters, such as those that change the direction of text.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
