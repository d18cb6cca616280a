package embedder

import (
	"context"
	"fmt"
	"strings"

	"asterism/engine/caught"
	"asterism/engine/fault"
	"asterism/engine/spell"
	"asterism/engine/token"
	"asterism/models"
	"asterism/models/hub"
)

// restoreHint is the way out for files of models that are not what they should be.
const restoreHint = "restore the file from the release or with `git checkout`, or fetch the full profile again with `asterism models pull`"

// read reads the manifest and the files that it names.
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
	if err := m.readFiles(ctx, c); err != nil {
		return err
	}
	m.streams = map[models.Space]stream{}
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

// readFiles verifies every file against the manifest and loads the tokenizers, side by side. That a file is not what it should be is said before what came of it.
func (m *Embedder) readFiles(ctx context.Context, c *Options) error {
	m.seen = lookAt(m.manifest) // before they are verified
	verified := make(chan error, 1)
	go func() {
		verified <- caught.Run(func() error {
			return m.manifest.VerifyChanged(ctx, func(_ string, done, total int64) { c.Progress("verifying models", int(done), int(total)) })
		})
	}()
	err := m.loadTokenizers()
	if err := <-verified; err != nil {
		return fault.Machine("verify models", err, restoreHint)
	}
	return err
}

func (m *Embedder) loadTokenizers() (err error) {
	m.tokenizers = map[string]*token.Tokenizer{}
	for name, f := range m.manifest.Tokenizers {
		if m.tokenizers[name], err = token.Load(m.manifest.Path(f)); err != nil {
			return fault.Machine("load tokenizer "+name, err, restoreHint)
		}
	}
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
