package assistants

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"asterism/engine"
	"asterism/engine/secrets"
	"asterism/mcp/answer"
	"asterism/mcp/client"
)

// committed matches git's line about a commit: [branch hash] subject.
var committed = regexp.MustCompile(`(?m)^\[([^\]\r\n]+) ([0-9a-f]{7,64})\] (\S[^\r\n]*)$`)

// hookTool stores each commit that a command made, and nothing else: most commands are not worth a memory.
func (g commands) hookTool(ctx context.Context, f *hookFlags, e *event) (string, error) {
	commits := commitsIn(e)
	if len(commits) == 0 {
		return "", nil
	}
	r, err := g.hookServer(ctx, 0)
	if err != nil {
		return "", err
	}
	defer r.Close()
	for _, c := range commits {
		note := engine.Note{Content: c, Rationale: "a commit that this session made", Tags: []string{"commit", e.project()}}
		if err := g.storeNote(ctx, r, e, note, "post-tool"); err != nil {
			return "", err
		}
	}
	return "", nil
}

// commitsIn returns the commits that the output of a shell reports, a sentence each.
func commitsIn(e *event) (said []string) {
	if e.Tool != e.form.shell || e.form.output == nil {
		return nil
	}
	for _, m := range committed.FindAllStringSubmatch(e.form.output(e.ToolAnswer), -1) {
		said = append(said, fmt.Sprintf("Commit %s on %s of %s: %s", m[2], strings.TrimSuffix(m[1], " (root-commit)"), e.project(), m[3]))
	}
	return said
}

// storeNote stores a note that a hook made.
func (g commands) storeNote(ctx context.Context, r *client.Memory, e *event, n engine.Note, hook string) error {
	n.Namespace, n.SessionID, n.Source = g.Home().Namespace, e.SessionID, sourceOf(hook)
	n.Tags = shortTags(n.Tags...)
	var a answer.Stored
	ctx = secrets.WithPolicy(ctx, secrets.Redact) // nobody would see a refusal; the text says what was removed
	return r.Store(ctx, "store_memory", n, &a)
}

// sourceOf returns the source of a hook's memories.
func sourceOf(hook string) string { return "asterism hook " + hook }

// shortTags returns the tags that are short enough: a project's name may be longer, and a note's text contains it anyway.
func shortTags(tags ...string) []string {
	return slices.DeleteFunc(tags, func(tag string) bool { return len(tag) > engine.MaxTagBytes })
}
