package onnx

import (
	"errors"
	"fmt"
	"os"
	"time"

	"asterism/models"
)

// files are those that a model's sessions map, kept open to detect changes. If a file is replaced by another, the mapping still has the old bytes. If it is overwritten in
// place, the mapping has the new bytes, and the vectors belong to no model.
type files []heldFile

type heldFile struct {
	*os.File
	bytes    int64
	modified time.Time
}

// holdFiles opens all files of a model.
func holdFiles(m *models.Manifest, desc *models.Model) (held files, err error) {
	for _, f := range desc.Files() {
		file, err := os.Open(m.Path(f))
		if err != nil {
			return nil, errors.Join(err, held.close())
		}
		st, err := file.Stat()
		if err != nil {
			return nil, errors.Join(err, file.Close(), held.close())
		}
		held = append(held, heldFile{file, st.Size(), st.ModTime()})
	}
	return held, nil
}

// changed returns an error that names the first file that was overwritten.
func (h files) changed() error {
	for _, f := range h {
		st, err := f.Stat()
		if err != nil {
			return fmt.Errorf("look at %s, which is in use: %w", f.Name(), err)
		}
		if st.Size() != f.bytes || !st.ModTime().Equal(f.modified) {
			return fmt.Errorf("%s was written over while it is in use, so what it gives means nothing: start the program again, and bring other models as new files in the place of the old ones (mv, not cp)", f.Name())
		}
	}
	return nil
}

func (h files) close() (err error) {
	for _, f := range h {
		err = errors.Join(err, f.Close())
	}
	return err
}
