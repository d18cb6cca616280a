package hub

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// said is what the hub itself, and not a store it sends us to, states of a file in the heads of its answers.
type said struct {
	commit, sha256, git string
	bytes               int64
}

type saidKey struct{}

// note reads an answer's head, if the hub gave it.
func (s *said) note(w *Web, resp *http.Response) {
	if u := resp.Request.URL; u.Host != w.base.Host || u.Scheme != w.base.Scheme {
		return
	}
	h := resp.Header
	if v := h.Get("X-Repo-Commit"); v != "" {
		s.commit = clean(v)
	}
	if n, err := strconv.ParseInt(h.Get("X-Linked-Size"), 10, 64); err == nil {
		s.bytes = n
	}
	tag := h.Get("X-Linked-Etag") // of the content, where ETag may be that of the pointer to it
	if tag == "" {
		tag = h.Get("ETag")
	}
	tag = strings.Trim(strings.TrimPrefix(tag, "W/"), `"`)
	switch {
	case hex64.MatchString(tag):
		s.sha256 = tag
	case hex40.MatchString(tag):
		s.git = tag
	}
}

// agree compares with the listing.
func (s *said) agree(r *Repo, f File) error {
	if s.commit != "" && s.commit != r.Revision {
		return fmt.Errorf("%s comes from revision %s, revision %s was asked for", f.Path, s.commit, r.Revision)
	}
	if s.sha256 != "" && f.SHA256 != "" && s.sha256 != f.SHA256 {
		return fmt.Errorf("changed meanwhile: %w", &Mismatch{Path: f.Path, Kind: "sha256", Got: s.sha256, Want: f.SHA256})
	}
	if s.git != "" && f.GitSHA1 != "" && s.git != f.GitSHA1 {
		return fmt.Errorf("changed meanwhile: %w", &Mismatch{Path: f.Path, Kind: "git blob id", Got: s.git, Want: f.GitSHA1})
	}
	return nil
}
