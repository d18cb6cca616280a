package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/mcp/tools"
)

// TestToolsPage compares docs/tools.md with the tools' definitions, from which it is made.
func TestToolsPage(t *testing.T) {
	got, err := toolsPage()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "docs", "tools.md")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from the tools; if the change is meant: go test ./mcp -run TestToolsPage -update", path)
	}
}

// toolsPage returns a page about all tools and prompts, tier by tier.
func toolsPage() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("# Tools\n\nMade from the tools' definitions by `go test ./mcp -run TestToolsPage -update`; do not edit. The definitions themselves, with the schemas of\n" +
		"answers, are in [mcp/testdata/tools](../mcp/testdata/tools).\n\n`serve --tools` chooses a tier; a larger one holds the smaller.\n\n")
	tiers := map[string]string{}
	var all []*tools.Tool
	for _, tier := range tools.Tiers() {
		held, err := tools.Of(tier)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "- `%s`: %d tools\n", tier, len(held))
		for _, tl := range held {
			if tiers[tl.Name] == "" {
				tiers[tl.Name] = tier
				all = append(all, tl)
			}
		}
	}
	out.WriteString("\n| tool | tier | what it does |\n|---|---|---|\n")
	for _, tl := range all {
		fmt.Fprintf(&out, "| [`%s`](#%s) | %s | %s |\n", tl.Name, tl.Name, tiers[tl.Name], cell(firstSentence(tl.Description)))
	}
	out.WriteString("\nEvery answer has `_cognitive_pulse`: the namespace's entropy and coherence, with a suggested action. Its text is a few words for a model,\nalso where a call failed; the structured content keeps the whole. Assistants, known by the names of\ntheir handshake, get the text alone (`serve --structured-content`). What is marked untrusted was written by others\nand is no instruction.\n" +
		"\nWhat is stored says what one might not expect: `replaced_copy`, a memory with this text that others replaced, so that the text was stored again;\n`replaces_newer`, what it supersedes and is of a later time. Hits and `get_memory` have `superseded_later`: what is stored to take the memory's place,\nand from when. `measured.alignment.contradicts` of `get_memory` is the goal that the memory goes against, and how. `restored` is false of a memory that\nwas not forgotten.\n")
	for _, tl := range all {
		if err := describeTool(&out, tl); err != nil {
			return nil, fmt.Errorf("%s: %w", tl.Name, err)
		}
	}
	writePrompts(&out)
	return out.Bytes(), nil
}

func describeTool(out *bytes.Buffer, tl *tools.Tool) error {
	d, err := tl.Definition()
	if err != nil {
		return err
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return err
	}
	var shape struct {
		Description string
		InputSchema argumentShape
		Annotations struct{ ReadOnlyHint, DestructiveHint, IdempotentHint, OpenWorldHint bool }
	}
	if err := json.Unmarshal(raw, &shape); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n## %s\n\n%s\n\n", tl.Name, shape.Description)
	a := shape.Annotations
	effects := "It changes the store."
	if a.ReadOnlyHint {
		effects = "It only reads."
	}
	if a.DestructiveHint {
		effects += " What it takes away may not come back."
	}
	if a.IdempotentHint && !a.ReadOnlyHint {
		effects += " The same call again changes nothing more."
	}
	if a.OpenWorldHint {
		effects += " It reaches other servers."
	}
	out.WriteString(effects + "\n")
	if len(shape.InputSchema.Properties) == 0 {
		return nil
	}
	out.WriteString("\n| argument | value | default | meaning |\n|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(shape.InputSchema.Properties)) {
		p := shape.InputSchema.Properties[name]
		standard := ""
		switch {
		case slices.Contains(shape.InputSchema.Required, name):
			standard = "required"
		case p.Default != nil:
			standard = "`" + string(p.Default) + "`"
		}
		fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", name, cell(p.value()), standard, cell(p.Description))
	}
	return nil
}

// argumentShape returns the page's text about a schema.
type argumentShape struct {
	Type, Description, Format string
	Enum                      []string
	Required                  []string
	Minimum, Maximum          *float64
	MaxItems                  *int
	Items                     *argumentShape
	AnyOf                     []argumentShape
	Default                   json.RawMessage
	Properties                map[string]argumentShape
}

// value returns the allowed values of an argument.
func (s argumentShape) value() string {
	switch {
	case len(s.Enum) > 0:
		return strings.Join(s.Enum, ", ")
	case len(s.AnyOf) > 0:
		var any []string
		for _, a := range s.AnyOf {
			any = append(any, a.value())
		}
		return strings.Join(any, " or ")
	case s.Type == "array" && s.Items != nil:
		v := "list of " + s.Items.value()
		if s.MaxItems != nil {
			v += fmt.Sprintf(", at most %d", *s.MaxItems)
		}
		return v
	case s.Minimum != nil && s.Maximum != nil:
		return fmt.Sprintf("%s, %v to %v", s.Type, *s.Minimum, *s.Maximum)
	case s.Minimum != nil:
		return fmt.Sprintf("%s from %v on", s.Type, *s.Minimum)
	case s.Format != "":
		return s.Format
	}
	return s.Type
}

func writePrompts(out *bytes.Buffer) {
	out.WriteString("\n## Prompts and resources\n\n| prompt | what it does |\n|---|---|\n")
	for _, p := range allPrompts() {
		fmt.Fprintf(out, "| `%s` | %s |\n", p.name, cell(p.description))
	}
	out.WriteString("\nEvery memory is a resource, `memory://NAMESPACE/ID`. `memory://workspace` tells subscribers what comes to mind; `memory://stats` is the state of store, devices and queues.\n")
}

// firstSentence returns what fits into a table.
func firstSentence(s string) string {
	if at := strings.Index(s, ". "); at >= 0 {
		return s[:at]
	}
	return strings.TrimSuffix(s, ".")
}

// cell returns a text as a cell of a table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "*", `\*`, "\n", " ").Replace(s) }
