package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestCommandsPage compares docs/cli.md with the commands' own help, from which it is made.
func TestCommandsPage(t *testing.T) {
	t.Setenv("ASTERISM_HOME", "~/.asterism")
	t.Setenv("ASTERISM_INDEX_DEVICE", "")
	golden(t, "../../../docs/cli.md", commandsPage(root()))
}

// commandsPage returns a page about a command and all commands below it.
func commandsPage(top *cobra.Command) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Commands\n\nMade from the program by `go test ./cmd/asterism -run TestCommandsPage -update`; do not edit. `asterism COMMAND --help` says the same.\n\n")
	out.WriteString("| command | what it does |\n|---|---|\n")
	all := commandsBelow(top)
	for _, c := range all {
		fmt.Fprintf(&out, "| [%s](#%s) | %s |\n", name(c), strings.ReplaceAll(name(c), " ", "-"), inTable(c.Short))
	}
	out.WriteString("\n## Flags of every command\n\n")
	writeFlags(&out, top.PersistentFlags())
	for _, c := range all {
		writeCommand(&out, c)
	}
	return out.Bytes()
}

// name returns a command as it is typed after the program's name.
func name(c *cobra.Command) string { return strings.TrimPrefix(c.CommandPath(), "asterism ") }

// commandsBelow returns all visible commands, each before those below it.
func commandsBelow(c *cobra.Command) (out []*cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
			out = append(append(out, sub), commandsBelow(sub)...)
		}
	}
	return out
}

func writeCommand(out *bytes.Buffer, c *cobra.Command) {
	said := c.Long
	if said == "" {
		said = c.Short
	}
	fmt.Fprintf(out, "\n## %s\n\n", name(c))
	if !c.HasSubCommands() || c.HasAvailableLocalFlags() || c.Args != nil {
		fmt.Fprintf(out, "```text\n%s\n```\n\n", c.UseLine())
	}
	fmt.Fprintf(out, "%s\n", inProse(said))
	if c.Example != "" {
		fmt.Fprintf(out, "\n```sh\n%s\n```\n", strings.ReplaceAll(strings.Trim(c.Example, "\n"), "  asterism", "asterism"))
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			flags.AddFlag(f)
		}
	})
	if flags.HasFlags() {
		out.WriteByte('\n')
		writeFlags(out, flags)
	}
}

func writeFlags(out *bytes.Buffer, flags *pflag.FlagSet) {
	out.WriteString("| flag | value | default | meaning |\n|---|---|---|---|\n")
	flags.VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		standard := f.DefValue
		switch standard {
		case "", "[]", "false", "0", "0s":
			standard = ""
		default:
			standard = "`" + standard + "`"
		}
		fmt.Fprintf(out, "| `--%s` | %s | %s | %s |\n", f.Name, value, standard, inTable(usage))
	})
}

// inTable returns a text as a cell of a table, with Markdown characters escaped.
func inTable(s string) string { return strings.ReplaceAll(inProse(s), "|", `\|`) }

func inProse(s string) string {
	return strings.NewReplacer("*", `\*`, "<", `\<`).Replace(s)
}
