package hub

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"asterism/models"
)

// seal pins the manifest in the lock, writes the lock, and commits.
func (s *stage) seal(ctx context.Context, lock *Lock) error {
	m, err := models.LoadManifest(s.root)
	if err != nil {
		return err
	}
	if m.Spaces() != lock.Set() || m.Profile != lock.Profile {
		return fmt.Errorf("the manifest that was made lists the spaces %v of profile %s, want %v of %s", m.Spaces().Spaces(), m.Profile, lock.Set().Spaces(), lock.Profile)
	}
	for _, f := range manifestFiles(m) {
		st, err := os.Stat(m.Path(f))
		if err != nil {
			return err
		}
		if st.Size() != f.Bytes {
			return fmt.Errorf("%s has %d bytes, the manifest that was made says %d", m.Path(f), st.Size(), f.Bytes)
		}
	}
	d := newDigest(File{})
	if err := sumFile(ctx, d, filepath.Join(s.root, models.ManifestName), func(int64) {}); err != nil {
		return err
	}
	lock.Manifest = d.sum()
	if err := lock.write(s.root); err != nil {
		return err
	}
	return s.commit()
}
