package onnx

import (
	"errors"
	"fmt"
	"os"
	"time"

	"asterism/models"
)

// files are those that a model's sessions map, held open to see whether they change. One that is replaced by another stays for its holder what it was. One that is written
// over in place gives its new bytes to whoever has mapped it, and so vectors of no model at all.
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

// changed is an error that names the first file which was written over.
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
