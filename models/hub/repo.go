package hub

import (
	"fmt"
	"path/filepath"
	"strings"

	"asterism/engine/pattern"
)

// Repo is one repository at one revision.
type Repo struct {
	Name     string // owner/name
	Revision string // the commit; empty when a folder does not say
	Licence  string // as the source states it; empty when it does not
	Files    []File
	Halves   int64 // parameters of 16 bits, which a conversion to f32 writes again; 0 if the source does not say

	dir string // Folder: where the files are
}

// File is a file of a repository with its source's metadata.
type File struct {
	Path    string // inside the repository, with slashes
	Bytes   int64  // −1: not said
	SHA256  string // 64 hexadecimal digits; empty when not said
	GitSHA1 string // of the file as a git blob, 40 hexadecimal digits; empty when not said
}

// maxFile keeps absurd sizes out of the sums; the largest weights of the catalogue are a hundredth of it.
const maxFile = 1 << 38

// repoName is what an owner and a name may contain; neither can leave a folder or an address.
var repoName = pattern.New(`^[A-Za-z0-9][A-Za-z0-9._-]{0,95}/[A-Za-z0-9][A-Za-z0-9._-]{0,95}$`)

// hexID matches the digests and commits of git and SHA-256.
var (
	hex40 = pattern.New(`^[0-9a-f]{40}$`)
	hex64 = pattern.New(`^[0-9a-f]{64}$`)
)

func checkRepo(name string) error {
	if !repoName.MatchString(name) {
		return fmt.Errorf("repository %q: want owner/name in letters, digits, . _ -", name)
	}
	return nil
}

// local reports whether a path stays inside its folder on every system.
func local(p string) bool {
	return p != "." && len(p) < 512 && !strings.ContainsAny(p, "\\:\x00") && filepath.IsLocal(p) && filepath.ToSlash(filepath.Clean(p)) == p
}

// check refuses a listing that no honest hub returns.
func (f File) check() error {
	switch {
	case !local(f.Path):
		return fmt.Errorf("path %q leaves the folder", f.Path)
	case f.Bytes < -1 || f.Bytes > maxFile:
		return fmt.Errorf("%s has %d bytes: want 0 to %d", f.Path, f.Bytes, int64(maxFile))
	case f.SHA256 != "" && !hex64.MatchString(f.SHA256):
		return fmt.Errorf("%s: sha256 %q is not 64 lower-case hexadecimal digits", f.Path, f.SHA256)
	case f.GitSHA1 != "" && !hex40.MatchString(f.GitSHA1):
		return fmt.Errorf("%s: blob id %q is not 40 lower-case hexadecimal digits", f.Path, f.GitSHA1)
	}
	return nil
}

// hasDigest reports whether the file's content can be verified.
func (f File) hasDigest() bool { return f.SHA256 != "" || f.GitSHA1 != "" }

// id names the content in the name of a half-fetched file, so that what is left of another version is never gone on with. A size
// names none: see [fetch].
func (f File) id() string {
	switch {
	case f.SHA256 != "":
		return f.SHA256[:16]
	case f.GitSHA1 != "":
		return f.GitSHA1[:16]
	}
	return fmt.Sprintf("%d", f.Bytes)
}

// file finds a file of the listing.
func (r *Repo) file(path string) (File, bool) {
	for _, f := range r.Files {
		if f.Path == path {
			return f, true
		}
	}
	return File{}, false
}

// at says repository and revision, for messages.
func (r *Repo) at() string {
	if r.Revision == "" {
		return r.Name
	}
	return fmt.Sprintf("%s at revision %.12s", r.Name, r.Revision)
}
