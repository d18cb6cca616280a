package models

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxManifestBytes keeps a wrong file from being read into memory.
const maxManifestBytes = 1 << 20

// LoadManifest reads DIR/manifest.json and checks everything that can be checked without opening the files it
// lists; [Manifest.Verify] does the rest.
func LoadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxManifestBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read manifest %s: %w", path, err)
	}
	if len(data) > maxManifestBytes {
		return nil, fmt.Errorf("read manifest %s: over the limit of %d bytes; this is not a manifest", path, maxManifestBytes)
	}
	m, err := ParseManifest(data)
	if err != nil {
		return nil, fmt.Errorf("read manifest %s: %w", path, err)
	}
	m.Dir = dir
	return m, nil
}

// ParseManifest reads a manifest from its JSON text; Dir is left empty. Unknown fields and versions are errors:
// a field that this program does not know may change what a vector means.
func ParseManifest(data []byte) (*Manifest, error) {
	var head struct{ Version int }
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("parse manifest: %w", err)
	}
	if head.Version < 1 || head.Version > ManifestVersion {
		return nil, fmt.Errorf("parse manifest: version %d, but this program reads versions 1 to %d; use the program that the models came with", head.Version, ManifestVersion)
	}
	var raw manifestJSON
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&raw); err != nil {
		return nil, fmt.Errorf("parse manifest: %w", err)
	}
	m, err := raw.check()
	if err != nil {
		return nil, fmt.Errorf("parse manifest: %w", err)
	}
	return m, nil
}

func (raw *manifestJSON) check() (*Manifest, error) {
	if err := checkProfile(raw.Profile); err != nil {
		return nil, err
	}
	for name, f := range raw.Tokenizers {
		if err := f.check(); err != nil {
			return nil, fmt.Errorf("tokenizer %q: %w", name, err)
		}
	}
	if len(raw.Models) == 0 {
		return nil, errors.New("no models are listed")
	}
	m := &Manifest{Profile: raw.Profile, Tokenizers: raw.Tokenizers}
	for i := range raw.Models {
		if raw.Version == 1 && raw.Models[i].needsVersion2() {
			return nil, fmt.Errorf("model %d (%s): it has fields of version 2 in a manifest of version 1; write the version that the fields belong to", i, raw.Models[i].Space)
		}
		d, err := raw.Models[i].check(raw.Tokenizers)
		if err != nil {
			return nil, fmt.Errorf("model %d (%s): %w", i, raw.Models[i].Space, err)
		}
		if m.Spaces().Has(d.Space) {
			return nil, fmt.Errorf("model %d: space %s is listed twice", i, d.Space.Code())
		}
		m.Models = append(m.Models, d)
	}
	slices.SortFunc(m.Models, func(a, b Model) int { return int(a.Space) - int(b.Space) })
	return m, nil
}

func (f File) check() error {
	if !localPath(f.File) {
		return fmt.Errorf("file %q: want a path inside the folder, with forward slashes", f.File)
	}
	if b, err := hex.DecodeString(f.SHA256); err != nil || len(b) != 32 || f.SHA256 != strings.ToLower(f.SHA256) {
		return fmt.Errorf("sha256 %q of %s: want 64 lower-case hexadecimal digits", f.SHA256, f.File)
	}
	if f.Bytes <= 0 {
		return fmt.Errorf("bytes of %s is %d, want the size of the file", f.File, f.Bytes)
	}
	return nil
}

// localPath reports whether p is a clean relative path that stays inside its folder on every system.
func localPath(p string) bool {
	return p != "." && !strings.ContainsAny(p, "\\:\x00") && filepath.IsLocal(p) && filepath.ToSlash(filepath.Clean(p)) == p
}

// checkProfile allows what is safe as a folder's name.
func checkProfile(p string) error {
	if p == "" || len(p) > 64 || strings.Trim(p, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return fmt.Errorf("profile %q: want 1 to 64 lower-case letters, digits and hyphens, such as compact or full", p)
	}
	return nil
}
