package picture

import (
	"bytes"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	data := read(t, "testdata/small.png")
	for _, dir := range []string{folder, outside} {
		if err := os.WriteFile(filepath.Join(dir, "a.png"), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "a.png"), filepath.Join(folder, "link.png")); err != nil {
		t.Fatal(err)
	}
	encoded := base64.StdEncoding.EncodeToString(data)
	folders := []string{t.TempDir(), folder}
	for name, c := range map[string]struct {
		content string
		folders []string
		fault   error  // nil: the image is read
		says    string // with a fault
	}{
		"data URI":            {"data:image/png;base64," + encoded, nil, nil, ""},
		"with white space":    {" data:image/png;base64," + encoded + "\n", nil, nil, ""},
		"declared type":       {"image/png;base64," + encoded, nil, nil, ""},
		"with a parameter":    {"data:image/png;name=a;base64," + encoded, nil, nil, ""},
		"path in a folder":    {"a.png", folders, nil, ""},
		"absolute path in it": {filepath.Join(folder, "a.png"), folders, nil, ""},
		"other media type":    {"data:image/tiff;base64," + encoded, nil, ErrSource, `"image/tiff"`},
		"no media type":       {"data:;base64," + encoded, nil, ErrSource, "image/webp"},
		"broken base64":       {"data:image/png;base64,%%%", nil, ErrSource, "illegal base64"},
		"too large":           {"data:image/png;base64," + strings.Repeat("A", MaxBytes/3*4+8), nil, ErrTooLarge, "at most"},
		"path, none allowed":  {"a.png", nil, ErrSource, "--images"},
		"path out of it":      {filepath.Join(outside, "a.png"), folders, ErrSource, "allowed folders"},
		"up and out":          {"../a.png", folders, ErrSource, "allowed folders"},
		"link out of it":      {"link.png", folders, ErrSource, "escapes"},
		"the folder itself":   {".", folders, ErrSource, "regular file"},
		"missing":             {"b.png", folders, ErrSource, "b.png"},
		"long nonsense":       {strings.Repeat("nonsense ", 1000), folders, ErrSource, "…"},
	} {
		got, err := Read(c.content, c.folders)
		switch {
		case c.fault == nil && (err != nil || !bytes.Equal(got, data)):
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		case err != nil && len(err.Error()) > 300:
			t.Errorf("%s: the error has %d characters", name, len(err.Error()))
		case c.fault != nil && (!errors.Is(err, c.fault) || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: error is %v, want %v that says %q", name, err, c.fault, c.says)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("data:image/png;base64,AAAA")
	f.Add("data:image/png,%41")
	f.Add("../../etc/passwd")
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, content string) {
		if data, err := Read(content, []string{folder}); err == nil && !strings.Contains(content, "image/") {
			t.Errorf("%d bytes were read from %q", len(data), content)
		}
	})
}

// TestReadWaitsForNobody: a named pipe without a writer is refused, like everything that is not a file.
func TestReadWaitsForNobody(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.png"), 0o600); err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() {
		_, err := Read("pipe.png", []string{folder})
		answered <- err
	}()
	select {
	case err := <-answered:
		if !errors.Is(err, ErrSource) || !strings.Contains(err.Error(), "regular file") {
			t.Errorf("error is %v, want %v that says it is no regular file", err, ErrSource)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for a writer of a named pipe")
	}
}
