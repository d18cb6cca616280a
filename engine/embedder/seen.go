package embedder

import (
	"fmt"
	"io/fs"
	"os"

	"asterism/models"
)

// seen is what the files of models looked like when the program started. A model that is opened later must be the same, since its vectors are stored under that one's hash.
type seen map[string]fs.FileInfo // by path

// lookAt looks at all files of a manifest's models. One that is not there is left to the verification, which says so.
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

// same is an error that names the first file of a model which has been replaced or written over.
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
