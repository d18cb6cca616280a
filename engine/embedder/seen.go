package embedder

import (
	"fmt"
	"io/fs"
	"os"

	"asterism/models"
)

// seen holds the state of model files when the program started. A model that is opened later must be unchanged, since its vectors are stored under the hash read at the
// start.
type seen map[string]fs.FileInfo // by path

// lookAt records the state of all files of a manifest's models. The verification reports missing ones.
func lookAt(m *models.Manifest) seen {
	s := seen{}
	for i := range m.Models {
		for _, f := range m.Models[i].Files() {
			if st, err := os.Stat(m.Path(f)); err == nil {
				s[m.Path(f)] = st
			}
		}
	}
	return s
}

// same returns an error that names the first file of a model which has been replaced or overwritten.
func (s seen) same(m *models.Manifest, d *models.Model) error {
	for _, f := range d.Files() {
		path := m.Path(f)
		now, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("look again at a file that was verified: %w", err)
		}
		was, ok := s[path]
		if !ok || !os.SameFile(was, now) || was.Size() != now.Size() || !was.ModTime().Equal(now.ModTime()) {
			return fmt.Errorf("%s is another file than the one that was there when the program started: start it again", path)
		}
	}
	return nil
}
