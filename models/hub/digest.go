package hub

import (
	"context"
	"crypto/sha1" // git names its blobs so; weights are checked by SHA-256
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
)

// digest sums a file up as it is read: always by SHA-256, which the lock keeps, and as a git blob where the hub states that.
type digest struct {
	sha256 hash.Hash
	git    hash.Hash // nil when not needed
}

func newDigest(f File) *digest {
	d := &digest{sha256: sha256.New()}
	if f.GitSHA1 != "" {
		d.git = sha1.New()
		fmt.Fprintf(d.git, "blob %d\x00", f.Bytes)
	}
	return d
}

// Write never fails.
func (d *digest) Write(p []byte) (int, error) {
	if d.git != nil {
		d.git.Write(p)
	}
	return d.sha256.Write(p)
}

func (d *digest) sum() string { return hex.EncodeToString(d.sha256.Sum(nil)) }

// check compares with what the source said; a mismatch names both.
func (d *digest) check(f File) error {
	if got := d.sum(); f.SHA256 != "" && got != f.SHA256 {
		return &Mismatch{Path: f.Path, Kind: "sha256", Got: got, Want: f.SHA256}
	}
	if d.git == nil {
		return nil
	}
	if got := hex.EncodeToString(d.git.Sum(nil)); got != f.GitSHA1 {
		return &Mismatch{Path: f.Path, Kind: "git blob id", Got: got, Want: f.GitSHA1}
	}
	return nil
}

// Mismatch is the error of a file with the wrong content.
type Mismatch struct{ Path, Kind, Got, Want string }

func (m *Mismatch) Error() string {
	return fmt.Sprintf("%s: %s is %s, want %s", m.Path, m.Kind, m.Got, m.Want)
}

// sumFile adds a file's content to d and reports every piece's bytes.
func sumFile(ctx context.Context, d *digest, path string, tell func(int64)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	buf := make([]byte, 1<<18)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := f.Read(buf)
		_, _ = d.Write(buf[:n])
		tell(int64(n))
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
