package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // the formats that Get knows
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// needs are what packages ask of a system: the C library of floor, and what ONNX Runtime's library is linked with.
var needs = map[string][]string{
	"deb": {"libc6 (>= 2.34)", "libgcc-s1", "libstdc++6 (>= 6)"},
	"rpm": {"libc.so.6(GLIBC_2.34)(64bit)", "libgcc_s.so.1()(64bit)", "libstdc++.so.6(GLIBCXX_3.4.22)(64bit)"},
}

// zshFolder is where a system's zsh looks for completions of packages.
var zshFolder = map[string]string{"deb": "/usr/share/zsh/vendor-completions", "rpm": "/usr/share/zsh/site-functions"}

// packages writes a .deb and an .rpm.
func (r *Release) packages(t Target, tree []File) error {
	for _, format := range []string{"deb", "rpm"} {
		if err := r.pack(format, t, tree); err != nil {
			return fmt.Errorf("write the .%s for %s: %w", format, t.Arch, err)
		}
	}
	return nil
}

func (r *Release) pack(format string, t Target, tree []File) error {
	scratch, err := os.MkdirTemp("", "asterism-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	contents, err := r.installed(format, tree, scratch)
	if err != nil {
		return err
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "asterism", Arch: t.Arch, Platform: "linux", Version: r.Version, MTime: r.Date, Section: "database", Priority: "optional",
		Maintainer: "The Asterism Authors <asterism@localhost>", License: "Apache-2.0",
		Description: "Memory server for coding assistants\nEmbeds every memory in 13 spaces and finds it by all of them, over the Model Context Protocol.\nNeeds no account, no GPU and no download at run time.",
		Overridables: nfpm.Overridables{Contents: contents, Depends: needs[format],
			Deb: nfpm.Deb{Compression: "zstd"}, RPM: nfpm.RPM{Compression: "zstd", BuildHost: "localhost", Summary: "Memory server for coding assistants"}},
	})
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	out, err := r.create(packager.ConventionalFileName(info))
	if err != nil {
		return err
	}
	defer out.Close()
	if err := packager.Package(info, out); err != nil {
		return err
	}
	return out.Close()
}

// installed lists where the files of the tree lie on a system that has a package manager. The program stays beside its library and models, and /usr/bin has
// a link to it.
func (r *Release) installed(format string, tree []File, scratch string) (files.Contents, error) {
	out := files.Contents{{Type: files.TypeSymlink, Source: "../lib/asterism/asterism", Destination: "/usr/bin/asterism", FileInfo: r.info(0o777)}}
	for _, f := range tree {
		to := "/usr/lib/asterism/" + f.To
		dir, base := path.Split(f.To)
		var err error
		switch {
		case dir == manual+"/":
			to = "/usr/share/man/man1/" + base + ".gz"
			f, err = zipped(f, scratch)
		case dir == completions+"/":
			to = map[string]string{".bash": "/usr/share/bash-completion/completions/asterism", ".zsh": zshFolder[format] + "/_asterism",
				".fish": "/usr/share/fish/vendor_completions.d/asterism.fish"}[path.Ext(base)]
		case f.To == "LICENSE" || f.To == "NOTICE" || strings.HasPrefix(f.To, licences+"/"):
			to = "/usr/share/doc/asterism/" + f.To
		}
		if err == nil && f.From == "" {
			f, err = onDisk(f, scratch)
		}
		if err == nil && to == "" {
			err = fmt.Errorf("there is no place for %s", f.To)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, &files.Content{Type: files.TypeFile, Source: f.From, Destination: to, FileInfo: r.info(f.mode())})
	}
	return out, nil
}

func (r *Release) info(mode os.FileMode) *files.ContentFileInfo {
	return &files.ContentFileInfo{Owner: "root", Group: "root", Mode: mode, MTime: r.Date}
}

// zipped is a manual page as distributions keep it.
func zipped(f File, scratch string) (File, error) {
	text, err := f.read()
	if err != nil {
		return f, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return f, err
	}
	if _, err := z.Write(text); err != nil {
		return f, err
	}
	if err := z.Close(); err != nil {
		return f, err
	}
	f.From, f.Data = "", b.Bytes()
	return onDisk(f, scratch)
}

// onDisk gives a file a place here: nfpm reads files only.
func onDisk(f File, scratch string) (File, error) {
	f.From = filepath.Join(scratch, strings.ReplaceAll(f.To, "/", "-"))
	return f, os.WriteFile(f.From, f.Data, 0o644)
}
