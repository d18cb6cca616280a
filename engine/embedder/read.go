package embedder

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"asterism/engine/caught"
	"asterism/engine/fault"
	"asterism/engine/spell"
	"asterism/engine/token"
	"asterism/engine/tongue"
	"asterism/models"
	"asterism/models/hub"
)

// restoreHint says what to do if files of models are damaged or missing.
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
	m.words = sync.OnceValue(func() *spell.Pieces {
		return spell.OfTokenizer(m.tokenizers()[m.streams[models.Semantic].tokenizer])
	})
	m.language = sync.OnceValue(func() *tongue.Reader {
		return tongue.New(m.tokenizers()[m.streams[models.Semantic].tokenizer])
	})
	return nil
}

// readFiles verifies the files against the manifest and loads the tokenizers, concurrently. An error of verification is reported before errors that follow from it. For
// a caller that may not embed anything our own models are read when they are needed: reading them is most of the time of `asterism list`. Large files of pulled profiles
// are identified by their stamps.
func (m *Embedder) readFiles(ctx context.Context, c *Options) error {
	m.seen = lookAt(m.manifest) // before they are verified
	if c.Later && m.manifest.Profile == DefaultProfile {
		return m.readLater(ctx)
	}
	verified := make(chan error, 1)
	go func() { verified <- caught.Run(func() error { return m.verify(ctx, c.Progress) }) }()
	loaded, err := loadTokenizers(m.manifest)
	m.tokenizers = func() map[string]*token.Tokenizer { return loaded }
	if err := <-verified; err != nil {
		return err
	}
	return err
}

// readLater verifies only the tokenizers' files, keeps their bytes, and leaves the rest for later. A tokenizer of ours with the right bytes can be parsed.
func (m *Embedder) readLater(ctx context.Context) error {
	if err := m.manifest.VerifyFiles(ctx, slices.Collect(maps.Values(m.manifest.Tokenizers))...); err != nil {
		return fault.Machine("verify models", err, restoreHint)
	}
	read := map[string][]byte{}
	for name, f := range m.manifest.Tokenizers {
		b, err := os.ReadFile(m.manifest.Path(f))
		if err != nil {
			return fault.Machine("load tokenizer "+name, err, restoreHint)
		}
		read[name] = b
	}
	m.tokenizers = sync.OnceValue(func() map[string]*token.Tokenizer {
		parsed := map[string]*token.Tokenizer{}
		for name, b := range read {
			t, err := token.Parse(b)
			if err != nil {
				panic(fmt.Errorf("tokenizer %s: %w", name, err))
			}
			parsed[name] = t
		}
		return parsed
	})
	return nil
}

// verify compares all files with the manifest.
func (m *Embedder) verify(ctx context.Context, progress func(stage string, done, total int)) error {
	err := m.manifest.VerifyChanged(ctx, func(_ string, done, total int64) { progress("verifying models", int(done), int(total)) })
	if err != nil {
		return fault.Machine("verify models", err, restoreHint)
	}
	m.verified = true
	return nil
}

func loadTokenizers(m *models.Manifest) (map[string]*token.Tokenizer, error) {
	out := map[string]*token.Tokenizer{}
	for name, f := range m.Tokenizers {
		t, err := token.Load(m.Path(f))
		if err != nil {
			return nil, fault.Machine("load tokenizer "+name, err, restoreHint)
		}
		out[name] = t
	}
	return out, nil
}

// findHint says where to get the models of a profile that was not found.
func findHint(profile string) string {
	if profile == DefaultProfile {
		return "build with `make build`, or name the folder with --models"
	}
	return fmt.Sprintf("fetch them with `asterism models pull --profile %s`, or name the folder with --models", profile)
}

// checkSpaces checks that every learned space has a model: a memory is embedded in all spaces or in none.
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

// checkPrefixes refuses a model that requires a prefix in front of a text and has no frame with its token ids: without the
// prefix its vectors would mean something else.
func checkPrefixes(d *models.Model) error {
	if d.QueryPrefix != "" && d.QueryFrame.Len() == 0 || d.PassagePrefix != "" && d.PassageFrame.Len() == 0 {
		return fault.Machine("read models", fmt.Errorf("%s has the prefixes %q and %q, but not the frames that hold their ids", d.Space, d.QueryPrefix, d.PassagePrefix), "fetch or convert the models again with this version")
	}
	return nil
}
