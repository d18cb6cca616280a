package mirror

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"asterism/cmd/asterism/mirror/note"
	"asterism/cmd/asterism/mirror/plan"

	"github.com/google/renameio/v2"
)

const (
	// trashFolder is the folder for files of forgotten memories. Obsidian moves deleted files to the same folder.
	trashFolder = ".trash"
	// temporary is a folder of files that are being written. A killed run leaves it, and the next one clears it.
	temporary = ".asterism-sync"
)

// errMeanwhile means that a file has changed since it was read.
var errMeanwhile = errors.New("the file changed meanwhile: the next run looks at it again")

// at returns the path on disk of a path in the folder.
func (p *pass) at(path string) string { return filepath.Join(p.Dir, filepath.FromSlash(path)) }

func (p *pass) openTemporary() error {
	p.closeTemporary()
	if err := os.Mkdir(filepath.Join(p.Dir, temporary), 0o700); err != nil {
		return fmt.Errorf("write to the folder: %w", err)
	}
	return nil
}

func (p *pass) closeTemporary() { _ = os.RemoveAll(filepath.Join(p.Dir, temporary)) }

// write writes a file completely or not at all. An existing file keeps its permissions; a new one is only accessible to its owner, like all memories.
func (p *pass) write(path string, text []byte) error {
	at := p.at(path)
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	return renameio.WriteFile(at, text, 0o600, renameio.WithTempDir(filepath.Join(p.Dir, temporary)), renameio.WithExistingPermissions())
}

// unchanged returns nil if a file has not changed since it was read.
func (p *pass) unchanged(path string) error {
	text, err := os.ReadFile(p.at(path))
	if err != nil || sha256.Sum256(text) != p.folder.files[path].sum {
		return errMeanwhile
	}
	return nil
}

// settle makes a file's content equal to its memory, and records that both are equal.
func (p *pass) settle(a *plan.Action) error {
	m := p.memories[a.Memory.ID]
	if m == nil {
		return errors.New("its memory went away meanwhile: run the command again")
	}
	f, n := p.folder.files[a.File.Path], noteOf(m)
	now := plan.Known{ID: n.ID, Memory: n.ID, Path: a.File.Path, Stored: n.Hash()}
	if f.file.ID != "" { // maybe of another store: it stays
		now.ID, n.ID = f.file.ID, f.file.ID
	}
	text, err := f.file.With(n)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(text); sum != f.sum {
		if err := p.unchanged(a.File.Path); err != nil {
			return err
		}
		if err := p.write(a.File.Path, text); err != nil {
			return err
		}
		if a.Kind == plan.Rewrite {
			p.report.did("rewrote", a.File.Path, a.Memory.ID, a.Why)
		}
	}
	again, err := note.Parse(text)
	if err != nil {
		return err
	}
	now.File = again.Hash()
	p.state.set(a.Known, now)
	return nil
}

// writeNew creates a file for a memory.
func (p *pass) writeNew(a *plan.Action) error {
	m := p.memories[a.Memory.ID]
	n := noteOf(m)
	path := nameOf(m) + ".md"
	if a.Known != nil && !p.full(a.Known.Path) { // its former path
		path = a.Known.Path
	}
	for i := 2; p.full(path); i++ {
		path = fmt.Sprintf("%s-%d.md", nameOf(m), i)
	}
	text, err := note.New(n)
	if err != nil {
		return err
	}
	again, err := note.Parse(text)
	if err != nil {
		return err
	}
	if again.Body == "" { // white space of other scripts
		p.report.hold(a.Memory.ID, "the memory has no text that a file could hold")
		return nil
	}
	if err := p.write(path, text); err != nil {
		return err
	}
	p.report.did("wrote", path, n.ID, a.Why)
	p.state.set(a.Known, plan.Known{ID: n.ID, Memory: n.ID, Path: path, File: again.Hash(), Stored: n.Hash()})
	return nil
}

// trash moves a file to the trash.
func (p *pass) trash(a *plan.Action) error {
	if err := p.unchanged(a.File.Path); err != nil {
		return err
	}
	to := trashFolder + "/" + a.File.Path
	for i := 2; p.full(to); i++ {
		to = fmt.Sprintf("%s/%s-%d.md", trashFolder, strings.TrimSuffix(a.File.Path, ".md"), i)
	}
	if err := os.MkdirAll(filepath.Dir(p.at(to)), 0o700); err != nil {
		return err
	}
	if err := os.Rename(p.at(a.File.Path), p.at(to)); err != nil {
		return err
	}
	p.report.did("trashed", a.File.Path, a.Known.Memory, "its memory was forgotten; the file is now "+to)
	p.state.drop(a.Known)
	return nil
}
