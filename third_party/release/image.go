package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// imageUser is who the program runs as in a container: nobody else's number.
const imageUser = "10001:10001"

// image writes a container's image as an archive of the OCI layout, which podman, skopeo and docker load; manifest.json in it is for a docker older than 25. It
// has two layers: the C library with what belongs to it, out of Debian's packages, and the program. There is no shell in it.
func (r *Release) image(t Target, tree []File) error {
	name := "asterism-" + r.Version + "-linux-" + t.Arch + "-oci.tar"
	system, err := systemFiles(filepath.Join(t.Dir, "base"))
	if err != nil {
		return err
	}
	img, err := r.config(t)
	for _, files := range [][]File{system, inImage(tree)} {
		if err == nil {
			img, err = r.addLayer(img, files)
		}
	}
	if err != nil {
		return fmt.Errorf("make the image for %s: %w", t.Arch, err)
	}
	scratch, err := os.MkdirTemp("", "asterism-release-")
	if err != nil {
		return fmt.Errorf("make the image for %s: %w", t.Arch, err)
	}
	defer os.RemoveAll(scratch)
	tag := "asterism:" + strings.ReplaceAll(r.Version, "+", "-")
	if err := writeLayout(scratch, img, t.Arch, tag); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	files, err := below(scratch, "")
	if err != nil {
		return err
	}
	out, err := r.create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := writeTar(out, "", files, r.Date); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return out.Close()
}

// config is an image without layers that says how it is run: as examples/deploy/Dockerfile does.
func (r *Release) config(t Target) (v1.Image, error) {
	return mutate.ConfigFile(mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON), &v1.ConfigFile{
		Architecture: t.Arch, OS: "linux", Created: v1.Time{Time: r.Date}, RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{
			Env:        []string{"PATH=/opt/asterism", "ASTERISM_HOME=/data", "HOME=/data"},
			Entrypoint: []string{"/opt/asterism/asterism"},
			Cmd:        []string{"serve", "--http", "0.0.0.0:7737", "--plain-http", "--host", "asterism", "--rate", "10000"},
			User:       imageUser, WorkingDir: "/data", StopSignal: "SIGTERM",
			Volumes: map[string]struct{}{"/data": {}}, ExposedPorts: map[string]struct{}{"7737/tcp": {}},
			Labels: map[string]string{"org.opencontainers.image.title": "asterism", "org.opencontainers.image.version": r.Version,
				"org.opencontainers.image.revision": r.Commit, "org.opencontainers.image.licenses": "Apache-2.0"},
		}})
}

func (r *Release) addLayer(img v1.Image, files []File) (v1.Image, error) {
	var b bytes.Buffer
	if err := writeTar(&b, "", files, r.Date); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil }, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	return mutate.Append(img, mutate.Addendum{Layer: layer, MediaType: types.OCILayer, History: v1.History{Created: v1.Time{Time: r.Date}, CreatedBy: "make release"}})
}

// inImage are the files of the tree that a container has, and its user.
func inImage(tree []File) []File {
	out := []File{
		{To: "etc/passwd", Data: []byte("root:x:0:0::/:/none\nasterism:x:10001:10001::/data:/none\n")},
		{To: "etc/group", Data: []byte("root:x:0:\nasterism:x:10001:\n")},
		{To: "data/.keep", Owner: 10001},
	}
	for _, f := range tree {
		if !strings.HasPrefix(f.To, "share/") {
			f.To = "opt/asterism/" + f.To
			out = append(out, f)
		}
	}
	return out
}

// systemFiles are the regular files and links below a folder.
func systemFiles(dir string) (out []File, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		f := File{To: filepath.ToSlash(rel), From: name, Run: info.Mode()&0o100 != 0}
		if d.Type() == fs.ModeSymlink {
			f.From = ""
			f.Link, err = os.Readlink(name)
		}
		out = append(out, f)
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no files in it")
	}
	if err != nil {
		return nil, fmt.Errorf("list the system's files in %s: %w", dir, err)
	}
	return out, nil
}

// writeLayout writes an image as a folder of the OCI layout, with the manifest that docker reads.
func writeLayout(dir string, img v1.Image, arch, tag string) error {
	folder, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	err = folder.AppendImage(img, layout.WithPlatform(v1.Platform{OS: "linux", Architecture: arch}),
		layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": strings.TrimPrefix(tag, "asterism:"), "io.containerd.image.name": "docker.io/library/" + tag}))
	if err != nil {
		return err
	}
	manifest, err := img.Manifest()
	if err != nil {
		return err
	}
	old := struct {
		Config           string
		RepoTags, Layers []string
	}{Config: blob(manifest.Config.Digest), RepoTags: []string{tag}}
	for _, l := range manifest.Layers {
		old.Layers = append(old.Layers, blob(l.Digest))
	}
	text, err := json.Marshal([]any{old})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "manifest.json"), append(text, '\n'), 0o644)
}

func blob(h v1.Hash) string { return "blobs/" + h.Algorithm + "/" + h.Hex }
