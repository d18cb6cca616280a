package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// Complete requests the headers of a file whose listing lacks size or digest.
func (w *Web) Complete(ctx context.Context, r *Repo, f File) (File, error) {
	if f.Bytes >= 0 && (f.SHA256 != "" || f.GitSHA1 != "") {
		return f, nil
	}
	err := w.Patience.try(ctx, func() (bool, error) {
		var heard said
		resp, err := w.do(ctx, http.MethodHead, w.address(r, f), nil, &heard)
		if err != nil {
			return false, err
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return false, refusal(resp)
		}
		heard.note(w, resp)
		if heard.sha256 != "" {
			f.SHA256, f.GitSHA1 = heard.sha256, ""
		} else if heard.git != "" {
			f.GitSHA1 = heard.git
		}
		if f.Bytes < 0 {
			f.Bytes = max(heard.bytes, resp.ContentLength)
		}
		return false, nil
	})
	if err == nil {
		err = f.check()
	}
	if err == nil && (f.Bytes < 0 || f.SHA256 == "" && f.GitSHA1 == "") {
		err = errors.New("the hub states no size or no digest for it, so nobody could say whether it came whole")
	}
	if err != nil {
		return f, fmt.Errorf("ask about %s of %s: %w", f.Path, r.at(), err)
	}
	return f, nil
}
