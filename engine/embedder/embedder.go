// Package embedder answers: what embeds here, and on what?
//
// An [Embedder] is the models of one profile at work: it verifies their files (embedder.go), makes the device plan, opens the
// backends and starts the scheduler over them (start.go), and makes of a text, or of an image, the job that the scheduler
// takes (tokens.go, image.go). It knows no store.
//
// A GPU is used for a space only after its values were compared with the processor's (gpu_trial.go), and what was found is
// remembered in a file of this user (gpu_book.go), since kernels may never have run on such a GPU before.
package embedder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"asterism/engine/backend"
	"asterism/engine/backend/lazy"
	"asterism/engine/device"
	"asterism/engine/fault"
	"asterism/engine/sched"
	"asterism/engine/spell"
	"asterism/engine/token"
	"asterism/models"
	"asterism/models/hub"
)

// Embedder is one profile at work: its files, what each space sees of a text, and who embeds it. It does not change after
// it was opened, and is safe for concurrent use.
type Embedder struct {
	held       *os.File // keeps a pulled profile from being changed or removed; nil for another
	manifest   *models.Manifest
	hashes     [models.Count][32]byte
	tokenizers map[string]*token.Tokenizer
	streams    map[models.Space]stream // what each learned space sees of a text
	words      *spell.Pieces           // for misspelt questions
	hardware   device.Hardware
	plan       device.Plan
	backends   []backend.Backend // in order of preference
	gpu        GPU               // the first of them where the program's kernels run; nil elsewhere
	behind     *lazy.Backend     // the processor behind a GPU; nil without one
	trial      *trial            // of the GPU
	sched      *sched.Scheduler
	images     []string // folders, see Options.Images
	progress   func(stage string, done, total int)
}

// restoreHint is the way out for files of models that are not what they should be.
const restoreHint = "restore the file from the release or with `git checkout`, or fetch the full profile again with `asterism models pull`"

// Open reads the profile that c names and starts what embeds with it. A failure leaves nothing running.
func Open(ctx context.Context, c Options) (*Embedder, error) {
	c.complete()
	m := &Embedder{images: c.Images, progress: c.Progress}
	err := m.read(ctx, &c)
	if err == nil {
		err = m.start(ctx, &c)
	}
	if err != nil {
		return nil, errors.Join(err, m.Close(context.WithoutCancel(ctx)))
	}
	return m, nil
}

// read reads the manifest, verifies every file against it, and loads the tokenizers.
func (m *Embedder) read(ctx context.Context, c *Options) error {
	dir, err := models.FindDir(c.Profile, c.Models)
	if err != nil {
		return fault.Machine("find models", err, findHint(c.Profile))
	}
	if m.held, err = hub.Hold(dir); err != nil {
		return fault.Machine("hold models", err, "wait until the pull or removal at work has ended")
	}
	if m.manifest, err = models.LoadManifest(dir); err != nil {
		return fault.Machine("read models", err, restoreHint)
	}
	if m.manifest.Profile != c.Profile {
		return fault.Invalid("folder %s holds the models of profile %q, not of %q", "name the right folder with --models", dir, m.manifest.Profile, c.Profile)
	}
	if err := m.checkSpaces(); err != nil {
		return err
	}
	if err := m.manifest.VerifyChanged(ctx, func(_ string, done, total int64) { c.Progress("verifying models", int(done), int(total)) }); err != nil {
		return fault.Machine("verify models", err, restoreHint)
	}
	m.tokenizers, m.streams = map[string]*token.Tokenizer{}, map[models.Space]stream{}
	for name, f := range m.manifest.Tokenizers {
		if m.tokenizers[name], err = token.Load(m.manifest.Path(f)); err != nil {
			return fault.Machine("load tokenizer "+name, err, restoreHint)
		}
	}
	for i := range m.manifest.Models {
		d := &m.manifest.Models[i]
		if err := checkPrefixes(d); err != nil {
			return err
		}
		m.streams[d.Space] = streamOf(d)
		m.hashes[d.Space] = m.manifest.Hash(d.Space)
	}
	m.words = spell.OfTokenizer(m.tokenizers[m.streams[models.Semantic].tokenizer])
	return nil
}

// findHint is the way to the models of a profile that is nowhere.
func findHint(profile string) string {
	if profile == DefaultProfile {
		return "build with `make build`, or name the folder with --models"
	}
	return fmt.Sprintf("fetch them with `asterism models pull --profile %s`, or name the folder with --models", profile)
}

// checkSpaces sees to it that every learned space has a model: a memory is embedded in all spaces or not at all.
func (m *Embedder) checkSpaces() error {
	missing := models.OfOrigin(models.FromModel).Without(m.manifest.Spaces())
	if missing == 0 {
		return nil
	}
	var codes []string
	for _, s := range missing.Spaces() {
		codes = append(codes, s.Code())
	}
	list := strings.Join(codes, ",")
	hint := fmt.Sprintf("fetch them with `asterism models pull --profile %s --space %s`", m.manifest.Profile, list)
	if m.manifest.Profile == DefaultProfile {
		hint = restoreHint
	}
	return fault.Machine("read models", fmt.Errorf("profile %s in %s has no model for %s, and a memory is embedded in all %d spaces", m.manifest.Profile, m.manifest.Dir, list, models.Count), hint)
}

// checkPrefixes refuses a model that wants words in front of a text and has no frame with their ids: leaving them out would
// change what its vectors mean.
func checkPrefixes(d *models.Model) error {
	if d.QueryPrefix != "" && d.QueryFrame.Len() == 0 || d.PassagePrefix != "" && d.PassageFrame.Len() == 0 {
		return fault.Machine("read models", fmt.Errorf("%s has the prefixes %q and %q, but not the frames that hold their ids", d.Space, d.QueryPrefix, d.PassagePrefix), "fetch or convert the models again with this version")
	}
	return nil
}

// Close stops the scheduler and then, when nothing is at work any more, the backends.
func (m *Embedder) Close(ctx context.Context) error {
	m.trial.close()
	if m.sched != nil {
		if err := m.sched.Close(ctx); err != nil { // a backend may still be at work
			return err
		}
	}
	var errs []error
	for _, b := range m.backends {
		errs = append(errs, b.Close())
	}
	if m.held != nil {
		errs = append(errs, m.held.Close())
	}
	return errors.Join(errs...)
}
