package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"asterism/engine/backend/onnx/safetensors"
)

// Folder is a source on a disk: DIR/OWNER/NAME/…, or a hub's cache, DIR/models--OWNER--NAME/snapshots/REVISION/….
type Folder struct{ Dir string }

// String is the folder.
func (d Folder) String() string { return d.Dir }

// Resolve finds the repository's folder and lists it.
func (d Folder) Resolve(ctx context.Context, repo, revision string) (*Repo, error) {
	if err := checkRepo(repo); err != nil {
		return nil, fmt.Errorf("resolve: %w", err)
	}
	r, err := d.find(repo, revision)
	if err == nil {
		err = list(ctx, r)
	}
	if err == nil {
		countHalves(ctx, r)
	}
	if err != nil {
		return nil, fmt.Errorf("resolve %s in %s: %w", repo, d.Dir, err)
	}
	return r, nil
}

func (d Folder) find(repo, revision string) (*Repo, error) {
	plain := filepath.Join(d.Dir, filepath.FromSlash(repo))
	cache := d.cache(repo)
	if isDir(cache) {
		return findSnapshot(repo, cache, revision)
	}
	if !isDir(plain) {
		return nil, fmt.Errorf("neither %s nor %s is a folder", plain, cache)
	}
	if revision != "" {
		return nil, fmt.Errorf("%s does not say what revision it is, so revision %s cannot be asked of it; leave --revision out", plain, revision)
	}
	return &Repo{Name: repo, dir: plain}, nil
}

// cache is where a hub's cache has the repository.
func (d Folder) cache(repo string) string {
	return filepath.Join(d.Dir, "models--"+strings.ReplaceAll(repo, "/", "--"))
}

// knowsRevisions reports whether a source has revisions of a repository: all but a plain folder, whose revision is unknown.
func knowsRevisions(src Source, repo string) bool {
	d, folder := src.(Folder)
	return !folder || isDir(d.cache(repo))
}

// findSnapshot reads a branch from refs/, or takes the revision for the name of a snapshot.
func findSnapshot(repo, cache, revision string) (*Repo, error) {
	if revision == "" {
		revision = "main"
	}
	if !local(revision) {
		return nil, fmt.Errorf("revision %q is no name of a branch, tag or commit", revision)
	}
	if b, err := os.ReadFile(filepath.Join(cache, "refs", filepath.FromSlash(revision))); err == nil {
		revision = strings.TrimSpace(string(b))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	dir := filepath.Join(cache, "snapshots", revision)
	if !hex40.MatchString(revision) || !isDir(dir) {
		return nil, fmt.Errorf("the cache %s has no snapshot of revision %q; name one that it has with --revision, such as main", cache, clean(revision))
	}
	return &Repo{Name: repo, Revision: revision, dir: dir}, nil
}

// countHalves reads from the weights' headers what a hub states. Weights that cannot be read are for the conversion to name.
func countHalves(ctx context.Context, r *Repo) {
	set, err := safetensors.Open(ctx, r.dir)
	if err != nil {
		return
	}
	for _, name := range set.Names() {
		if t, ok := set.Tensor(name); ok && (t.Type == safetensors.F16 || t.Type == safetensors.BF16) {
			r.Halves += int64(t.Elements())
		}
	}
}

func isDir(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

func list(ctx context.Context, r *Repo) error {
	return filepath.WalkDir(r.dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if e.IsDir() {
			if path != r.dir && strings.HasPrefix(e.Name(), ".") { // such as .git, .cache
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(r.dir, path)
		if err != nil {
			return err
		}
		r.Files = append(r.Files, File{Path: filepath.ToSlash(rel), Bytes: -1})
		if len(r.Files) > maxListed {
			return fmt.Errorf("more than %d files", maxListed)
		}
		return nil
	})
}

// Complete reads the size; a file of a hub's cache is a link to a blob that is named for its digest.
func (d Folder) Complete(_ context.Context, r *Repo, f File) (File, error) {
	path := r.path(f)
	st, err := os.Stat(path)
	if err == nil && !st.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		return f, fmt.Errorf("look at %s of %s: %w", f.Path, r.at(), err)
	}
	f.Bytes = st.Size()
	if to, err := os.Readlink(path); err == nil {
		switch name := filepath.Base(to); {
		case hex64.MatchString(name):
			f.SHA256 = name
		case hex40.MatchString(name):
			f.GitSHA1 = name
		}
	}
	return f, f.check()
}

// Open opens the file there.
func (d Folder) Open(_ context.Context, r *Repo, f File, from int64) (io.ReadCloser, int64, error) {
	file, err := os.Open(r.path(f))
	if err != nil {
		return nil, 0, err
	}
	if _, err := file.Seek(from, io.SeekStart); err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, from, nil
}

func (r *Repo) path(f File) string { return filepath.Join(r.dir, filepath.FromSlash(f.Path)) }
