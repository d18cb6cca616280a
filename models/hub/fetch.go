package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// fetching is one file in transfer: into a part next to its place, named by the content, which is moved there when it
// is whole and its digest is right.
type fetching struct {
	src   Source
	repo  *Repo
	file  File
	place string
	part  string
	sum   *digest
	have  int64
	tell  func(int64) // is called with the bytes that came, or were here already; negative when they are dropped
	old   bool        // the part began in an earlier run
}

// fetch downloads a file of a repository to its place and returns its SHA-256. A correct file is kept, and a part is
// resumed; if the source states no digest to check them, the whole file is fetched again. A file whose digest is wrong is
// removed; the error names both digests.
func fetch(ctx context.Context, src Source, p Patience, r *Repo, f File, place string, tell func(int64)) (sum string, err error) {
	g := &fetching{src: src, repo: r, file: f, place: place, part: place + "." + f.id() + ".part", tell: tell}
	if err := g.dropOthers(); err != nil {
		return "", err
	}
	if f.hasDigest() {
		if sum, ok, err := g.kept(ctx); ok || err != nil {
			return sum, err
		}
	} else if err := errors.Join(os.RemoveAll(place), os.RemoveAll(g.part)); err != nil {
		return "", err
	}
	if err := g.download(ctx, p); err != nil {
		return "", fmt.Errorf("fetch %s of %s from %s: %w", f.Path, r.at(), src, err)
	}
	return g.sum.sum(), nil
}

// kept checks what is in the file's place, and removes it if it is wrong.
func (g *fetching) kept(ctx context.Context) (sum string, ok bool, err error) {
	st, err := os.Lstat(g.place)
	if err != nil || !st.Mode().IsRegular() || st.Size() != g.file.Bytes {
		return "", false, os.RemoveAll(g.place)
	}
	d, told := newDigest(g.file), int64(0)
	if err := sumFile(ctx, d, g.place, func(n int64) { told += n; g.tell(n) }); err != nil {
		return "", false, err
	}
	if d.check(g.file) != nil {
		g.tell(-told)
		return "", false, os.Remove(g.place)
	}
	return d.sum(), true, nil
}

// dropOthers makes the folder and removes parts of other versions of the file.
func (g *fetching) dropOthers() error {
	if err := os.MkdirAll(filepath.Dir(g.place), 0o755); err != nil {
		return err
	}
	parts, err := filepath.Glob(globQuote(g.place) + ".*.part")
	if err != nil {
		return err
	}
	for _, p := range parts {
		if p != g.part {
			if err := os.Remove(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// download fetches, checks and places. A digest that is wrong may be the fault of what an earlier run left: then all of it is
// fetched once more.
func (g *fetching) download(ctx context.Context, p Patience) error {
	if err := g.resume(ctx); err != nil {
		return err
	}
	for {
		if err := p.try(ctx, func() (bool, error) { return g.attempt(ctx) }); err != nil {
			return err
		}
		err := g.sum.check(g.file)
		if err == nil {
			return g.finish()
		}
		if rerr := g.restart(); rerr != nil {
			return rerr
		}
		if !g.old {
			return fmt.Errorf("%w; what came was removed", err)
		}
		g.old = false
	}
}

// resume sums up the part that an earlier run left.
func (g *fetching) resume(ctx context.Context) error {
	g.sum, g.have = newDigest(g.file), 0
	st, err := os.Stat(g.part)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if st.Size() > g.file.Bytes {
		return os.Remove(g.part)
	}
	if err := sumFile(ctx, g.sum, g.part, func(n int64) { g.have += n; g.tell(n) }); err != nil {
		return err
	}
	g.old = g.have > 0
	return nil
}

// restart drops what has come.
func (g *fetching) restart() error {
	g.tell(-g.have)
	g.sum, g.have = newDigest(g.file), 0
	if err := os.Remove(g.part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// attempt requests the rest and appends it; further reports whether bytes came.
func (g *fetching) attempt(ctx context.Context) (further bool, err error) {
	if g.have == g.file.Bytes && g.have > 0 {
		return true, nil
	}
	body, start, err := g.src.Open(ctx, g.repo, g.file, g.have)
	if errors.Is(err, errRange) {
		if g.have == 0 {
			return false, err
		}
		return false, errors.Join(g.restart(), &passing{err: err})
	}
	if err != nil {
		return false, err
	}
	defer body.Close()
	if start != g.have { // the range was ignored
		if err := g.restart(); err != nil {
			return false, err
		}
	}
	before := g.have
	err = g.append(ctx, body)
	return g.have > before, err
}

// append writes the body behind what is there. A body that ends early is worth another attempt, one that is too long is not.
func (g *fetching) append(ctx context.Context, body io.Reader) (err error) {
	out, err := os.OpenFile(g.part, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
	}()
	buf := make([]byte, 1<<18)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, rerr := body.Read(buf)
		if g.have+int64(n) > g.file.Bytes {
			return errors.Join(g.restart(), fmt.Errorf("more than the %d bytes that were listed came", g.file.Bytes))
		}
		if _, err := out.Write(buf[:n]); err != nil {
			return err
		}
		_, _ = g.sum.Write(buf[:n])
		g.have += int64(n)
		g.tell(int64(n))
		switch {
		case rerr == io.EOF && g.have < g.file.Bytes:
			return &passing{err: fmt.Errorf("%d of %d bytes came: %w", g.have, g.file.Bytes, io.ErrUnexpectedEOF)}
		case rerr == io.EOF:
			return out.Sync()
		case rerr != nil:
			return rerr
		}
	}
}

// finish puts the whole file into its place.
func (g *fetching) finish() error {
	if err := os.Rename(g.part, g.place); err != nil {
		return err
	}
	return syncDir(filepath.Dir(g.place))
}

// globQuote keeps a folder's own brackets and stars from being a pattern.
func globQuote(path string) string {
	var out []byte
	for i := range len(path) {
		switch path[i] {
		case '*', '?', '[', '\\':
			out = append(out, '\\')
		}
		out = append(out, path[i])
	}
	return string(out)
}
