package hub

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Resolve requests the model's listing.
func (w *Web) Resolve(ctx context.Context, repo, revision string) (*Repo, error) {
	if err := checkRepo(repo); err != nil {
		return nil, fmt.Errorf("resolve: %w", err)
	}
	if revision == "" {
		revision = "main"
	}
	address := w.base.String() + "/api/models/" + repo + "/revision/" + url.PathEscape(revision) + "?blobs=true"
	var out *Repo
	err := w.Patience.try(ctx, func() (bool, error) {
		data, err := w.small(ctx, address, maxInfo)
		if err != nil {
			return false, err
		}
		out, err = parseInfo(data, repo)
		return false, err
	})
	if err != nil {
		return nil, fmt.Errorf("resolve %s, revision %s, on %s: %w", repo, revision, w, err)
	}
	return out, nil
}

// small reads a short answer whole.
func (w *Web) small(ctx context.Context, address string, most int64) ([]byte, error) {
	resp, err := w.do(ctx, http.MethodGet, address, nil, &said{})
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, refusal(resp)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("the answer is over the limit of %d bytes", most)
	}
	return data, nil
}
