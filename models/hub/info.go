package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// maxInfo and maxListed keep a wrong answer from being read into memory.
const (
	maxInfo   = 32 << 20
	maxListed = 50_000
)

// infoJSON is what is read of a hub's answer about a model, GET /api/models/REPO/revision/REVISION?blobs=true.
type infoJSON struct {
	ID       string `json:"id"`
	SHA      string `json:"sha"`
	Disabled bool   `json:"disabled"`
	CardData struct {
		License     any    `json:"license"` // a word, or a list of words
		LicenseName string `json:"license_name"`
	} `json:"cardData"`
	Tags        []string `json:"tags"`
	Safetensors struct {
		Parameters map[string]int64 `json:"parameters"` // how many, by type: "F32", "BF16"
	} `json:"safetensors"`
	Siblings []struct {
		Path   string `json:"rfilename"`
		Size   *int64 `json:"size"`
		BlobID string `json:"blobId"`
		LFS    *struct {
			SHA256 string `json:"sha256"`
			Size   *int64 `json:"size"`
		} `json:"lfs"`
	} `json:"siblings"`
}

// parseInfo reads the answer about the requested repository.
func parseInfo(data []byte, asked string) (*Repo, error) {
	var raw infoJSON
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("parse model info: %w", err)
	}
	switch {
	case !strings.EqualFold(raw.ID, asked):
		return nil, fmt.Errorf("the answer is about repository %q: it was renamed, or this is no hub", raw.ID)
	case !hex40.MatchString(raw.SHA) && !hex64.MatchString(raw.SHA):
		return nil, fmt.Errorf("revision %q of the answer is no commit", raw.SHA)
	case raw.Disabled:
		return nil, errors.New("the hub has taken the repository out of use")
	case len(raw.Siblings) > maxListed:
		return nil, fmt.Errorf("the repository lists %d files, the limit is %d", len(raw.Siblings), maxListed)
	}
	r := &Repo{Name: asked, Revision: raw.SHA, Licence: raw.licence()}
	for _, halves := range []string{"F16", "BF16"} {
		n := raw.Safetensors.Parameters[halves]
		if n < 0 || n > maxFile {
			return nil, fmt.Errorf("the repository has %d parameters of type %s: want 0 to %d", n, halves, int64(maxFile))
		}
		r.Halves += n
	}
	seen := map[string]bool{}
	for _, s := range raw.Siblings {
		f := File{Path: s.Path, Bytes: -1, GitSHA1: s.BlobID}
		if s.Size != nil {
			f.Bytes = *s.Size
		}
		if s.LFS != nil { // then blobId is that of the pointer, not of the content
			f.GitSHA1, f.SHA256 = "", s.LFS.SHA256
			if s.LFS.Size != nil {
				f.Bytes = *s.LFS.Size
			}
		}
		if err := f.check(); err != nil {
			return nil, err
		}
		if seen[f.Path] {
			return nil, fmt.Errorf("%s is listed twice", f.Path)
		}
		seen[f.Path] = true
		r.Files = append(r.Files, f)
	}
	return r, nil
}

// licence is what the model's card states: its own name where the identifier is only "other".
func (raw *infoJSON) licence() string {
	var words []string
	switch v := raw.CardData.License.(type) {
	case string:
		words = []string{v}
	case []any:
		for _, w := range v {
			if s, ok := w.(string); ok {
				words = append(words, s)
			}
		}
	}
	for _, tag := range raw.Tags {
		if v, ok := strings.CutPrefix(tag, "license:"); ok && len(words) == 0 {
			words = []string{v}
		}
	}
	id := clean(strings.Join(words, ", "))
	if name := clean(raw.CardData.LicenseName); name != "" && (id == "" || id == "other") {
		return name
	}
	return id
}

// clean makes a word of a stranger fit for a terminal: printable ASCII, at most 80 characters.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s)
	if len(s) > 80 {
		s = s[:80]
	}
	return strings.TrimSpace(s)
}
