package hub

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// do sends a request and watches the answer for silence, head and body. The body must be closed.
func (w *Web) do(ctx context.Context, method, address string, header http.Header, heard *said) (*http.Response, error) {
	watch := newWatch(context.WithValue(ctx, saidKey{}, heard), w.Stall)
	req, err := http.NewRequestWithContext(watch.ctx, method, address, nil)
	if err != nil {
		watch.end()
		return nil, err
	}
	for k, v := range header {
		req.Header[k] = v
	}
	req.Header.Set("User-Agent", "asterism")
	req.Header.Set("Accept-Encoding", "identity") // sizes and ranges are those of the file
	if w.token != "" {
		req.Header.Set("Authorization", "Bearer "+w.token)
	}
	resp, err := w.client.Do(req)
	if err != nil {
		watch.end()
		return nil, watch.explain(ctx, err)
	}
	resp.Body = &watched{ReadCloser: resp.Body, watch: watch, outer: ctx}
	return resp, nil
}

// errStalled is the cause of a connection that was given up.
var errStalled = errors.New("stalled")

// watch closes a connection that is silent for too long.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	limit  time.Duration
}

func newWatch(ctx context.Context, limit time.Duration) *watch {
	if limit == 0 {
		limit = stallAfter
	}
	w := &watch{limit: limit}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(limit, func() { w.cancel(errStalled) })
	return w
}

func (w *watch) end() {
	w.timer.Stop()
	w.cancel(nil)
}

// explain turns an error of the connection into words, without the address: a store's address contains a signature.
func (w *watch) explain(outer context.Context, err error) error {
	if outer.Err() != nil {
		return outer.Err()
	}
	if errors.Is(context.Cause(w.ctx), errStalled) {
		return &passing{err: fmt.Errorf("nothing came for %v", w.limit)}
	}
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	var cert *tls.CertificateVerificationError
	if errors.Is(err, errRedirect) || errors.As(err, &cert) {
		return err
	}
	return &passing{err: err}
}

// watched is a body whose silence is watched.
type watched struct {
	io.ReadCloser
	watch *watch
	outer context.Context
}

func (b *watched) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.watch.timer.Reset(b.watch.limit)
	}
	if err != nil && err != io.EOF {
		err = b.watch.explain(b.outer, err)
	}
	return n, err
}

func (b *watched) Close() error {
	b.watch.end()
	return b.ReadCloser.Close()
}
