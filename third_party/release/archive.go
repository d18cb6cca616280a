package main

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"path"
	"time"
)

// tarball writes the release that one unpacks: asterism-VERSION-linux-ARCH.tar.gz, with a folder of that name in it.
func (r *Release) tarball(t Target, files []File) error {
	name := "asterism-" + r.Version + "-linux-" + t.Arch
	return r.targz(name+".tar.gz", name, files)
}

// targz writes a compressed archive of files below a folder of it.
func (r *Release) targz(name, folder string, files []File) error {
	out, err := r.create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	z, err := gzip.NewWriterLevel(out, gzip.DefaultCompression)
	if err != nil {
		return err
	}
	if err := writeTar(z, folder, files, r.Date); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return out.Close()
}

// writeTar writes files and the folders that they lie in, below a folder, owned by root and of one date.
func writeTar(w io.Writer, folder string, files []File, date time.Time) error {
	moved := make([]File, len(files))
	for i, f := range files {
		moved[i] = f
		moved[i].To = path.Join(folder, f.To)
	}
	t := tar.NewWriter(w)
	owners := map[string]int{}
	for _, f := range moved {
		owners[path.Dir(f.To)] = f.Owner
	}
	for _, dir := range folders(moved) {
		h := &tar.Header{Typeflag: tar.TypeDir, Name: dir + "/", Mode: 0o755, Uid: owners[dir], Gid: owners[dir], ModTime: date, Format: tar.FormatPAX}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
	}
	for _, f := range sorted(moved) {
		if err := writeEntry(t, f, date); err != nil {
			return fmt.Errorf("add %s: %w", f.To, err)
		}
	}
	return t.Close()
}

func writeEntry(t *tar.Writer, f File, date time.Time) error {
	h := &tar.Header{Typeflag: tar.TypeReg, Name: f.To, Mode: int64(f.mode()), Uid: f.Owner, Gid: f.Owner, ModTime: date, Format: tar.FormatPAX}
	if f.Link != "" {
		h.Typeflag, h.Linkname = tar.TypeSymlink, f.Link
		return t.WriteHeader(h)
	}
	data, err := f.read()
	if err != nil {
		return err
	}
	h.Size = int64(len(data))
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err = t.Write(data)
	return err
}
