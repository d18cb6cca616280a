package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/store"

	"github.com/spf13/cobra"
)

// changeFlags are the flags of update. Flags that are not given change nothing.
type changeFlags struct {
	content, why, modality, namespace, time, session, source string
	image                                                    imageFile
	importance                                               float64
	tags                                                     []string
	ifVersion                                                uint64
	holds                                                    validityFlags
	secrets                                                  shell.Secrets
}

func updateCmd(g *globals) *cobra.Command {
	f := &changeFlags{}
	var all several
	cmd := &cobra.Command{
		Use:   "update ID | --where-…",
		Short: "Change parts of one memory, or of all that pass a filter; a new text is embedded again",
		Long:  "Change parts of one memory; what is not given stays. A new text, image or reason is embedded again.\n--content - reads the text from standard input; --tag \"\" takes all tags away, and --supersedes, --valid-from and --valid-until \"\" what was said there.\n--supersedes names all that it supersedes, in place of those before.",
		Args:  all.wants,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.change(cmd)
			if err != nil {
				return err
			}
			if len(args) == 0 && (c.Content != nil || c.IfVersion != 0) {
				return fmt.Errorf("--content, --image and --if-version are of one memory: name its ID")
			}
			return g.With(cmd.Context(), func(m owner.Memory) error {
				if cmd.Flags().Changed("supersedes") {
					ids, err := f.holds.superseded(cmd.Context(), m)
					if err != nil {
						return err
					}
					c.Supersedes = &ids
				}
				if len(args) == 0 {
					return all.each(cmd, g, m, "change", false, func(ctx context.Context, id store.ID) error {
						_, err := m.Update(f.secrets.Stored(ctx), id, c)
						return err
					})
				}
				id, err := owner.MemoryID(cmd.Context(), m, args[0])
				if err != nil {
					return err
				}
				done := shell.Wait("changing")
				u, err := m.Update(f.secrets.Stored(cmd.Context()), id, c)
				done()
				if err != nil {
					return err
				}
				return g.showUpdated(u)
			})
		},
	}
	f.define(cmd)
	all.define(cmd, "change")
	return cmd
}

func (f *changeFlags) define(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.content, "content", "", "new text; - reads it from standard input")
	fl.StringVar((*string)(&f.image), "image", "", "the image in this file, whole, instead of what it was; it is the source too, unless --source is given (full profile)")
	fl.StringVar(&f.why, "why", "", "new reason why it is worth keeping")
	fl.StringVar(&f.modality, "modality", "", "text, code, structured, mixed")
	fl.Float64Var(&f.importance, "importance", 0, "0 (trivial) to 1 (vital)")
	fl.StringVar(&f.namespace, "namespace", "", "move it to this namespace")
	shell.TagFlag(fl, &f.tags, "tag", "tag (may be given again); replaces all tags there were")
	fl.StringVar(&f.time, "time", "", "when it happened (2026-01-15 or RFC 3339)")
	fl.StringVar(&f.session, "session", "", "session it belongs to; \"\" takes it away")
	fl.StringVar(&f.source, "source", "", "where it comes from; \"\" takes it away")
	f.holds.define(fl)
	shell.SecretsFlag(cmd, &f.secrets, "refuse, or the setting of the server that is asked")
	fl.Uint64Var(&f.ifVersion, "if-version", 0, "change only this version, as 'get --json' shows it")
}

// change returns the changes from the command line.
func (f *changeFlags) change(cmd *cobra.Command) (c engine.Change, err error) {
	c.IfVersion = f.ifVersion
	from, until, err := f.holds.read()
	if err != nil {
		return c, err
	}
	for name, set := range map[string]func(){
		"content":    func() { c.Content = &f.content },
		"why":        func() { c.Rationale = &f.why },
		"modality":   func() { c.Modality = &f.modality },
		"importance": func() { c.Importance = &f.importance },
		"namespace":  func() { c.Namespace = &f.namespace },
		"tag":        func() { c.Tags = &f.tags },
		"session":    func() { c.SessionID = &f.session },
		"source":     func() { c.Source = &f.source },
		"valid-from": func() { c.ValidFrom = &from }, "valid-until": func() { c.ValidUntil = &until },
		"time": func() {
			var at time.Time
			at, err = parseTime("--time", f.time)
			c.Time = &at
		},
	} {
		if cmd.Flags().Changed(name) {
			set()
		}
	}
	if err == nil && c.Content != nil && f.content == "-" {
		var text []byte
		text, err = io.ReadAll(io.LimitReader(cmd.InOrStdin(), engine.MaxImageContentBytes+1)) // of an image; the engine knows the limit of a text
		f.content = string(text)
	}
	if err == nil && f.image != "" {
		err = f.show(&c)
	}
	return c, err
}

// show sets the image as the content of the memory.
func (f *changeFlags) show(c *engine.Change) error {
	if c.Content != nil {
		return fmt.Errorf("--content and --image %s are given: leave one of them out", string(f.image))
	}
	n := engine.Note{Modality: f.modality}
	if err := contentOf(&n, f.image, nil, c.Modality != nil); err != nil {
		return err
	}
	c.Content, c.Modality = &n.Content, &n.Modality
	if c.Source == nil {
		c.Source = &n.Source
	}
	return nil
}

func (g *globals) showUpdated(u *engine.Updated) error {
	if g.JSON {
		codes := []string{}
		for _, s := range u.Embedded.Spaces() {
			codes = append(codes, s.Code())
		}
		return shell.PrintJSON(map[string]any{"id": u.ID, "version": u.Version, "changed": append([]string{}, u.Changed...), "embedded": codes, "updated": u.At, "duplicate_of": u.DuplicateOf, "replaces_newer": append([]store.ID{}, u.ReplacesNewer...), "redacted": append([]string{}, u.Redacted...)})
	}
	if len(u.Changed) == 0 {
		shell.Printf("%s has these values already; nothing was changed\n", u.ID)
		return nil
	}
	embedded := ""
	if n := len(u.Embedded.Spaces()); n > 0 { // tags, sources and the like are in no space
		embedded = fmt.Sprintf("; embedded in %d spaces", n)
	}
	shell.Printf("changed %s of %s, now version %d%s\n", strings.Join(u.Changed, ", "), u.ID, u.Version, embedded)
	if len(u.Redacted) > 0 {
		shell.Printf("removed before storing: %s\n", strings.Join(u.Redacted, "; "))
	}
	for _, id := range u.ReplacesNewer {
		shell.Printf("it supersedes %s, which has a later time\n", id)
	}
	if u.DuplicateOf != nil {
		shell.Printf("it says the same as %s\n", u.DuplicateOf)
	}
	return nil
}
