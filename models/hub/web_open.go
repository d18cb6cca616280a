package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// address is where a file of a repository is.
func (w *Web) address(r *Repo, f File) string {
	parts := strings.Split(f.Path, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return w.base.String() + "/" + r.Name + "/resolve/" + url.PathEscape(r.Revision) + "/" + strings.Join(parts, "/")
}

// Open requests a file from a byte on. Transient errors are marked, and [fetch] tries again.
func (w *Web) Open(ctx context.Context, r *Repo, f File, from int64) (io.ReadCloser, int64, error) {
	header := http.Header{}
	if from > 0 {
		header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	}
	var heard said
	resp, err := w.do(ctx, http.MethodGet, w.address(r, f), header, &heard)
	if err != nil {
		return nil, 0, err
	}
	start, err := begin(resp, f, from)
	if err == nil {
		heard.note(w, resp)
		err = heard.agree(r, f)
	}
	if err != nil {
		resp.Body.Close()
		return nil, 0, err
	}
	return resp.Body, start, nil
}

// errRange says that the hub does not have the requested bytes.
var errRange = errors.New("the hub has no bytes there")

// begin reads from an answer's head at which byte its body begins, and checks that the file is as long as it was.
func begin(resp *http.Response, f File, from int64) (int64, error) {
	switch resp.StatusCode {
	case http.StatusOK:
		if resp.ContentLength >= 0 && resp.ContentLength != f.Bytes {
			return 0, f.changed(resp.ContentLength)
		}
		return 0, nil
	case http.StatusPartialContent:
		span, total, _ := strings.Cut(strings.TrimPrefix(resp.Header.Get("Content-Range"), "bytes "), "/")
		first, _, _ := strings.Cut(span, "-")
		if n, err := strconv.ParseInt(first, 10, 64); err != nil || n != from {
			return 0, fmt.Errorf("asked for %s from byte %d, got the range %q", f.Path, from, clean(resp.Header.Get("Content-Range")))
		}
		if n, err := strconv.ParseInt(total, 10, 64); err == nil && n != f.Bytes {
			return 0, f.changed(n)
		}
		return from, nil
	case http.StatusRequestedRangeNotSatisfiable:
		return 0, errRange
	}
	return 0, refusal(resp)
}

func (f File) changed(bytes int64) error {
	return fmt.Errorf("%s has %d bytes now, %d when it was listed: it changed meanwhile; run the same command again", f.Path, bytes, f.Bytes)
}
