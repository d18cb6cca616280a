package cuda

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/kernels/cuda"

	"github.com/google/renameio/v2"
)

// choicesVersion is the version of the file of choices; it rises when the measured figures change their meaning.
const choicesVersion = 2

// choicesFile is the file format of what was measured on one GPU with these kernels and libraries.
type choicesFile struct {
	Version int
	Key     string
	Shapes  []shapeChoices
	Heads   map[int]float64 `json:",omitempty"` // see products.heads
}

type shapeChoices struct {
	shape
	Choices []choice
}

// key names everything that the measured times depend on.
func (p *products) key(m cuda.Machine, ones []task, tokens int) string {
	library := "no cuBLASLt"
	if p.blas != nil {
		library = p.blas.lib.version()
	}
	programs := cuda.PTXHash()
	parts := []string{m.Device().Name(), fmt.Sprintf("%+v", p.info), fmt.Sprintf("driver %d", driverVersion()), library, fmt.Sprintf("%d tokens", tokens), fmt.Sprintf("%x", programs[:16])}
	for _, t := range ones {
		parts = append(parts, fmt.Sprintf("%+v", t.shape()))
	}
	slices.Sort(parts[6:])
	return strings.Join(parts, "; ")
}

// file is the path of the file with the choices of a key.
func (p *products) file(key string) (string, error) {
	dir, err := p.cacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(dir, "asterism", "products-"+hex.EncodeToString(sum[:8])+".json"), nil
}

// readChoices reads what was measured before; the error says why it must be measured again.
func (p *products) readChoices(key string) error {
	path, err := p.file(key)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("they were not measured on this GPU before")
	}
	if err != nil {
		return err
	}
	var k choicesFile
	if err := json.Unmarshal(data, &k); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if k.Version != choicesVersion || k.Key != key {
		return fmt.Errorf("read %s: it is of version %d, or of another GPU", path, k.Version)
	}
	for _, s := range k.Shapes {
		if err := p.check(s); err != nil {
			clear(p.chosen)
			return fmt.Errorf("read %s: %w", path, err)
		}
		p.chosen[s.shape] = s.Choices
	}
	for width, gain := range k.Heads {
		if !p.canAttend(width) {
			clear(p.chosen)
			clear(p.heads)
			return fmt.Errorf("read %s: attention of heads of %d by %s is no choice", path, width, wayAttend)
		}
		p.heads[width] = gain
	}
	return nil
}

// check refuses choices that this program would not have made.
func (p *products) check(s shapeChoices) error {
	last := 0
	for _, c := range s.Choices {
		own := slices.Contains(p.ownWays(s.shape), c.own())
		if !own || c.Way == wayBLAS && (p.blas == nil || s.Int8) || p.refused[c.Way] || p.refused[c.own()] || c.Rows <= last {
			return fmt.Errorf("%v by %q up to %d rows is no choice", s.shape, c.Way, c.Rows)
		}
		last = c.Rows
	}
	if last == 0 {
		return fmt.Errorf("%v has no choice", s.shape)
	}
	return nil
}

// writeChoices writes what was measured to its file, if anything was.
func (p *products) writeChoices(key string) error {
	if len(p.chosen) == 0 {
		return nil
	}
	path, err := p.file(key)
	if err != nil {
		return err
	}
	k := choicesFile{Version: choicesVersion, Key: key, Heads: p.heads}
	for s, c := range p.chosen {
		k.Shapes = append(k.Shapes, shapeChoices{s, c})
	}
	slices.SortFunc(k.Shapes, func(a, b shapeChoices) int { return strings.Compare(a.String(), b.String()) })
	data, err := json.MarshalIndent(k, "", " ")
	if err != nil {
		return err
	}
	return writeAtomically(path, data)
}

// writeAtomically leaves either the old file or the complete new one. It creates the folder.
func writeAtomically(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return renameio.WriteFile(path, data, 0o600, renameio.WithTempDir(filepath.Dir(path)))
}
