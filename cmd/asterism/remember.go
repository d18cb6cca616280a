package main

import (
	"fmt"
	"io"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/mcp/answer"

	"github.com/spf13/cobra"
)

func rememberCmd(g *globals) *cobra.Command {
	var n engine.Note
	var importance float64
	var image imageFile
	var holds validityFlags
	var happened string
	var policy shell.Secrets
	cmd := &cobra.Command{
		Use:   "remember TEXT|--image FILE --why REASON",
		Short: "Store one memory and say what was learned from it",
		Long:  "Store one memory and say what was learned from it. TEXT - reads the text from standard input.",
		Args:  func(_ *cobra.Command, args []string) error { return image.wants(args, 1, 1) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if n.Rationale == "" {
				return fault.Invalid("--why is required", "say why this is worth keeping: --why REASON")
			}
			if cmd.Flags().Changed("importance") {
				n.Importance = &importance
			}
			var err error
			if n.ValidFrom, n.ValidUntil, err = holds.read(); err != nil {
				return err
			}
			if n.Time, err = parseTime("--time", happened); err != nil {
				return err
			}
			if args, err = fromInput(cmd, args); err != nil {
				return err
			}
			if err := contentOf(&n, image, args, cmd.Flags().Changed("modality")); err != nil {
				return err
			}
			n.Namespace = g.Namespace(n.Namespace)
			return g.With(cmd.Context(), func(m owner.Memory) error {
				if n.Supersedes, err = holds.superseded(cmd.Context(), m); err != nil {
					return err
				}
				done := shell.Wait("remembering")
				r, err := m.Inject(policy.Stored(cmd.Context()), n)
				done()
				if err != nil {
					return err
				}
				if g.JSON {
					return shell.PrintJSON(map[string]any{"id": r.ID, "namespace": n.Namespace, "already_stored": r.AlreadyStored, "times_seen": max(1, r.TimesSeen), "not_taken": append([]string{}, r.NotTaken...), "forgotten_copy": r.ForgottenCopy, "replaced_copy": (*answer.Replaced)(r.ReplacedCopy), "replaces_newer": append([]store.ID{}, r.ReplacesNewer...), "redacted": append([]string{}, r.Redacted...), "spaces": len(r.Spaces.Spaces()), "unread": r.Unread, "duplicate_of": r.DuplicateOf, "similar_to": answer.SimilarFrom(r.SimilarTo), "related": append([]answer.Related{}, answer.RelatedFrom(r.Related)...), "may_supersede": answer.CandidatesFrom(r.MaySupersede), "utl": map[string]float32{"learned": float32(r.Learned), "learning_score": r.UTL.LearningScore, "entropy": r.UTL.Entropy, "coherence": r.UTL.Coherence, "surprise": r.UTL.Surprise}, "device": r.Device})
				}
				again := answer.AgainFrom(r)
				shell.Print(words.ForPeople(again.Words(r.ID.String()), nil))
				if r.AlreadyStored {
					return nil
				}
				shell.Printf("remembered %s in %d spaces%s; learned %.2f (entropy %.2f, coherence %.2f)\n", r.ID, len(r.Spaces.Spaces()), inNamespace(n.Namespace), r.Learned, r.UTL.Entropy, r.UTL.Coherence)
				if r.Dropped > 0 {
					shell.Printf("it is long: space E12 keeps all but its last %d tokens\n", r.Dropped)
				}
				if r.Unread {
					shell.Println(answer.UnreadTextNote)
				}
				if r.DuplicateOf != nil {
					shell.Printf("it says the same as %s\n", r.DuplicateOf)
				}
				showOffer(r)
				showRelated(r)
				return nil
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&n.Rationale, "why", "", "why it is worth keeping (required)")
	f.StringVar(&n.Namespace, "namespace", "", "namespace of the memory (default: that of the project, else \"default\")")
	f.StringVar((*string)(&image), "image", "", "remember the image in this file, whole, instead of a text (full profile)")
	f.StringVar(&n.Modality, "modality", "text", "text, code, structured, mixed; image: TEXT is a data URI or a path in an --images folder")
	shell.TagFlag(f, &n.Tags, "tag", "tag (may be given again)")
	f.StringVar(&n.Domain, "domain", "", "field of work, kept as the tag domain:…: code, medical, legal, creative, research, general")
	f.StringVar(&happened, "time", "", "when it happened (2026-01-15 or RFC 3339; default now)")
	f.StringVar(&n.SessionID, "session", "", "session it belongs to")
	f.StringVar(&n.Source, "source", "", "where it comes from")
	f.BoolVar(&n.AllowDuplicate, "allow-duplicate", false, "store a text again that the namespace has, as a memory of its own")
	f.Float64Var(&importance, "importance", 0.5, "0 (trivial) to 1 (vital)")
	holds.define(f)
	shell.SecretsFlag(cmd, &policy, "refuse, or the setting of the server that is asked")
	return cmd
}

// inNamespace returns the namespace of a memory in words; "" for the default one.
func inNamespace(name string) string {
	if name == engine.DefaultNamespace {
		return ""
	}
	return ", in namespace " + name
}

// fromInput replaces the text "-" by standard input, without the ends of its last line.
func fromInput(cmd *cobra.Command, args []string) ([]string, error) {
	if len(args) != 1 || args[0] != "-" {
		return args, nil
	}
	text, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), engine.MaxImageContentBytes+1)) // of an image; the engine knows the limit of a text
	if err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	return []string{strings.TrimRight(string(text), "\r\n")}, nil
}
