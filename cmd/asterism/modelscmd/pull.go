package modelscmd

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/models"
	"asterism/models/hub"

	"github.com/spf13/cobra"
)

// pullFlags are the flags of models pull.
type pullFlags struct {
	spaces, from, to, revision, precision, heads string
	accept, free, multilingual, dry              bool
}

func pullCmd(g commands) *cobra.Command {
	p := &pullFlags{}
	cmd := &cobra.Command{
		Use:   "pull",
		Short: "Fetch the models of the full profile, check, pin and convert them",
		Long: `Fetch the models of the full profile from a hub, a mirror or a folder, check every file against the source's own digest, pin
it in lock.json, and convert the weights to graphs. Licences and sizes are shown first.

The profile changes in one step, at the end: what is broken off leaves it as it was, and the same command goes on from there. A
pinned space stays at its revision until --revision names another, and keeps its precision and heads likewise.

Environment: ASTERISM_HUB is another hub's address. A token for gated repositories is read from HF_TOKEN, which is sent
to the default hub alone, or ASTERISM_HUB_TOKEN, which is sent to the hub that is used; neither goes to another host.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.pull(cmd, p) },
	}
	f := cmd.Flags()
	f.StringVar(&p.spaces, "space", "", "spaces to pull, such as E1,E13 (default all that have a model)")
	f.StringVar(&p.from, "from", "", "folder with OWNER/NAME/… or a hub's cache, or address of a mirror (default the hub)")
	f.StringVar(&p.to, "to", "", "folder to put the profile's folder into (default --models, $ASTERISM_MODELS, ~/.asterism/models)")
	f.StringVar(&p.revision, "revision", "", "branch, tag or commit: REV for one space, or E1=REV,E5=REV")
	f.StringVar(&p.precision, "precision", "", "f32, or int8: faster on a CPU, a little less exact (default what is pinned, else f32)")
	f.StringVar(&p.heads, "heads", "", "safetensors file with trained heads for the two directions of E5")
	f.BoolVar(&p.accept, "accept-licence", false, "accept licences that forbid commercial use or are not known")
	f.BoolVar(&p.free, "free", false, "take the free model of the same kind where the catalogue's forbids commercial use")
	f.BoolVar(&p.multilingual, "multilingual", false, "take the model of many languages where the catalogue has one (E1): questions in one language find answers in another")
	f.BoolVar(&p.dry, "dry-run", false, "only show what would be fetched")
	return cmd
}

func (g commands) pull(cmd *cobra.Command, f *pullFlags) error {
	ctx := cmd.Context()
	profile, err := g.pulledProfile(cmd)
	if err != nil {
		return err
	}
	options, err := f.options(g, profile)
	if err != nil {
		return err
	}
	if f.dry && !g.JSON {
		printCatalogue(options)
		options.Patience.Tries = 1
		if web, ok := options.Source.(*hub.Web); ok { // nothing is lost without another try
			web.Patience.Tries = 1
		}
	}
	plan, err := hub.MakePlan(ctx, *options)
	var unreachable net.Error
	if f.dry && !g.JSON && errors.As(err, &unreachable) {
		shell.Printf("sizes and revisions are not known: %v\n", unreachable)
		return nil
	}
	if err != nil {
		return fmt.Errorf("plan pull: %w", err)
	}
	if !g.JSON {
		printPlan(plan)
		shell.Println(advise(ctx, plan))
	}
	if bad := plan.Refused(); len(bad) > 0 && !f.accept {
		return refuseLicences(bad)
	}
	changed := false
	if !f.dry {
		if changed, err = g.runPlan(ctx, plan); err != nil {
			return err
		}
	}
	return g.printPulled(plan, changed, f.dry)
}

// options turns the flags into the plan's options.
func (f *pullFlags) options(g commands, profile string) (*hub.Options, error) {
	dir, err := g.pulledDir(profile, f.to)
	if err != nil {
		return nil, err
	}
	wants, err := f.wants()
	if err != nil {
		return nil, err
	}
	o := &hub.Options{Dir: dir, Profile: profile, Wants: wants}
	if f.from != "" && !strings.Contains(f.from, "://") {
		st, err := os.Stat(f.from)
		if err != nil || !st.IsDir() {
			return nil, fmt.Errorf("--from %s is neither a folder nor an address that begins with https://", f.from)
		}
		o.Source = hub.Folder{Dir: f.from}
		return o, nil
	}
	o.Source, err = hub.NewWeb(f.from)
	return o, err
}

func (f *pullFlags) wants() (out []hub.Want, err error) {
	set, err := learnedSpaces(f.spaces)
	if err != nil {
		return nil, err
	}
	if set == 0 {
		set = models.OfOrigin(models.FromModel)
	}
	if f.precision != "" && f.precision != models.PrecisionF32 && f.precision != models.PrecisionInt8 {
		return nil, fmt.Errorf("--precision %q: want %s or %s", f.precision, models.PrecisionF32, models.PrecisionInt8)
	}
	if f.heads != "" && !set.Has(models.Causal) {
		return nil, fmt.Errorf("--heads %s is for space %s, which is not pulled", f.heads, models.Causal)
	}
	if f.multilingual && !slices.ContainsFunc(set.Spaces(), func(s models.Space) bool { return s.Info().Multilingual != "" }) {
		return nil, fmt.Errorf("--multilingual: none of %s has such a model; E1 does", words.Codes(set))
	}
	revisions, err := readRevisions(f.revision, set)
	if err != nil {
		return nil, err
	}
	for _, s := range set.Spaces() {
		c := s.Info()
		w := hub.Want{Space: s, Repo: c.Full, Licence: c.Licence, Revision: revisions[s], Precision: f.precision}
		if f.free && c.Free != "" {
			w.Repo, w.Licence = c.Free, models.FreeLicence
		}
		if f.multilingual && c.Multilingual != "" {
			w.Repo, w.Licence = c.Multilingual, models.MultilingualLicence
		}
		if s == models.Causal {
			w.Heads = f.heads
		}
		out = append(out, w)
	}
	return out, nil
}

// readRevisions parses "REV", for a single space, or "E1=REV,E5=REV".
func readRevisions(v string, set models.Set) (map[models.Space]string, error) {
	out := map[models.Space]string{}
	if v == "" {
		return out, nil
	}
	if spaces := set.Spaces(); !strings.Contains(v, "=") {
		if len(spaces) != 1 {
			return nil, fmt.Errorf("--revision %s names no space, and %d are pulled from as many repositories: write E1=%s", v, len(spaces), v)
		}
		out[spaces[0]] = v
		return out, nil
	}
	for part := range strings.SplitSeq(v, ",") {
		code, rev, _ := strings.Cut(part, "=")
		s, err := models.ParseSpace(strings.TrimSpace(code))
		if err != nil {
			return nil, fmt.Errorf("--revision: %w", err)
		}
		if rev = strings.TrimSpace(rev); rev == "" || !set.Has(s) || out[s] != "" {
			return nil, fmt.Errorf("--revision %s: want a revision, once, for each space that is pulled (%s)", part, words.Codes(set))
		}
		out[s] = rev
	}
	return out, nil
}

// refuseLicences says which licences must be accepted, and the alternatives.
func refuseLicences(bad []*hub.Item) error {
	var lines []string
	refused := models.Set(0)
	for _, it := range bad {
		refused = refused.With(it.Space)
		why := "which is not known to allow any use"
		if hub.TermsOf(it.Licence) == hub.NonCommercial {
			why = "which forbids commercial use"
		}
		line := fmt.Sprintf("%s %s is under %s, %s", it.Space.Code(), it.Want.Repo, stated(it.Licence), why)
		if free := it.Space.Info().Free; free != "" && free != it.Want.Repo {
			line += fmt.Sprintf("; %s (%s) is of the same kind: --free takes it", free, models.FreeLicence)
		}
		lines = append(lines, line)
	}
	rest := models.OfOrigin(models.FromModel).Without(refused)
	return fmt.Errorf("licences to accept first:\n  %s\nread them, then add --accept-licence; or leave these out with --space %s",
		strings.Join(lines, "\n  "), strings.ReplaceAll(words.Codes(rest), " ", ""))
}

func stated(licence string) string {
	if licence == "" {
		return "no stated licence"
	}
	return licence
}

// runPlan carries out the plan with a progress bar. After an interruption, the next run uses what has been fetched.
func (g commands) runPlan(ctx context.Context, plan *hub.Plan) (changed bool, err error) {
	b := shell.NewBar("pulling")
	defer b.Done()
	changed, err = plan.Run(ctx, convertModels(plan.Profile, b), func(what string, done, total int64) {
		b.Set("pulling", done, total)
		b.SetSuffix(what)
	})
	if errors.Is(err, context.Canceled) {
		return false, errors.New("pull: broken off; the profile is as it was, what has come is kept, and the same command goes on from there")
	}
	return changed, err
}
