package hub

import (
	"context"
	"io"
)

// Source is where repositories come from.
type Source interface {
	// Resolve lists a repository at a revision: a branch, a tag or a commit; empty means the newest.
	Resolve(ctx context.Context, repo, revision string) (*Repo, error)
	// Complete adds size and digest to a file whose listing lacks them. A hub without a digest is an error; a folder has
	// none to give.
	Complete(ctx context.Context, r *Repo, f File) (File, error)
	// Open reads a file from a byte on. A source that cannot begin there begins at 0 and reports that.
	Open(ctx context.Context, r *Repo, f File, from int64) (body io.ReadCloser, start int64, err error)
	// String names the source for messages.
	String() string
}
