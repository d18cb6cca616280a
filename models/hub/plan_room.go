package hub

import (
	"fmt"
	"os"
	"path/filepath"

	"asterism/models"
)

// Missing is how many bytes are still to be fetched: all but those that the profile or an earlier run has and whose content
// can be checked. Of a source without digests, such as a plain folder, all of them are.
func (p *Plan) Missing() (n int64) {
	for i := range p.Items {
		it := &p.Items[i]
		for _, f := range it.Files {
			n += f.Bytes
			if f.hasDigest() {
				n -= p.present(it, f)
			}
		}
	}
	return n
}

// need is how many bytes more than now the fetched files take on the disk. What has no digest is fetched into the room that
// its file of an earlier run leaves.
func (p *Plan) need() (n int64) {
	for i := range p.Items {
		it := &p.Items[i]
		for _, f := range it.Files {
			n += f.Bytes - p.present(it, f)
		}
	}
	return n
}

// present is how many bytes of a file are here, by sizes alone.
func (p *Plan) present(it *Item, f File) int64 {
	place := filepath.Join(stageOf(p.Dir), it.Folder(), filepath.FromSlash(f.Path))
	if st, err := os.Stat(place); err == nil && st.Size() == f.Bytes || p.canLink(it, f) {
		return f.Bytes
	}
	if st, err := os.Stat(place + "." + f.id() + ".part"); err == nil {
		return min(st.Size(), f.Bytes)
	}
	return 0
}

// canLink reports whether the profile that is there has this very file.
func (p *Plan) canLink(it *Item, f File) bool {
	pin, ok := p.pin(it.Space)
	if !ok || pin.Repo != it.Want.Repo {
		return false
	}
	have, ok := pin.file(f.Path)
	same := f.SHA256 == have.SHA256 || f.SHA256 == "" && f.GitSHA1 != "" && pin.Revision == it.Repo.Revision
	return ok && same && f.Bytes == have.Bytes
}

// overhead is the size of graphs, manifest and lock without the weights.
const overhead = 64 << 20

// converted is what a space's graph has beside the fetched weights at most: f32 of weights that have 16 bits, and for int8 a byte
// or, of 16-bit weights, half of their size, beside what stays in f32.
func (i *Item) converted() int64 {
	if i.Precision == models.PrecisionInt8 {
		return i.Bytes()/2 + 4*i.Repo.Halves
	}
	return 4 * i.Repo.Halves
}

// checkSpace refuses a pull that does not fit on the disk, before the first byte.
func (p *Plan) checkSpace() error {
	need := p.need() + overhead
	for i := range p.Items {
		need += p.Items[i].converted()
	}
	free, err := freeSpace(p.Dir)
	if err != nil {
		return err
	}
	if free < need {
		return fmt.Errorf("pull: %s needs %s more on the disk of %s, %s are free there; name another folder with --to, or fewer spaces with --space", p.Profile, Size(need), p.Dir, Size(free))
	}
	return nil
}
