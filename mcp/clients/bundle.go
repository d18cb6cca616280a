package clients

import (
	"archive/zip"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// BundleFile is a file of a bundle: its path, and its path in the bundle, with slashes.
type BundleFile struct {
	From, To string
	Run      bool // it is executable
}

// FolderFiles returns the regular files below a folder, for another folder in a bundle.
func FolderFiles(from, to string) (files []BundleFile, err error) {
	err = filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(from, name)
		files = append(files, BundleFile{From: name, To: path.Join(to, filepath.ToSlash(rel))})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the files of a bundle: %w", err)
	}
	return files, nil
}

// WriteBundle writes an .mcpb: a zip with the manifest first. The same files always give the same bytes.
func WriteBundle(w io.Writer, m Manifest, files []BundleFile) error {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b BundleFile) int { return strings.Compare(a.To, b.To) })
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) }) // weights barely compress, even with more time
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("write the bundle's manifest: %w", err)
	}
	if err := addToBundle(z, "manifest.json", 0o644, strings.NewReader(string(text)+"\n")); err != nil {
		return err
	}
	for i, f := range files {
		if !fs.ValidPath(f.To) || f.To == "manifest.json" || i > 0 && f.To == files[i-1].To {
			return fmt.Errorf("write a bundle: %s cannot be put at %q, which is taken or no path in it", f.From, f.To)
		}
		if err := copyToBundle(z, f); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("write a bundle: %w", err)
	}
	return nil
}

func copyToBundle(z *zip.Writer, f BundleFile) error {
	in, err := os.Open(f.From)
	if err != nil {
		return fmt.Errorf("write a bundle: %w", err)
	}
	mode := fs.FileMode(0o644)
	if f.Run {
		mode = 0o755
	}
	return errors.Join(addToBundle(z, f.To, mode, in), in.Close())
}

func addToBundle(z *zip.Writer, name string, mode fs.FileMode, from io.Reader) error {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}
	h.SetMode(mode)
	to, err := z.CreateHeader(h)
	if err == nil {
		_, err = io.Copy(to, from)
	}
	if err != nil {
		return fmt.Errorf("write %s into a bundle: %w", name, err)
	}
	return nil
}
