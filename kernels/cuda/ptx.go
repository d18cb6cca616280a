package cuda

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed ptx/*.ptx
var ptx embed.FS

// PTX returns the programs by name ("gemm", …): text that a driver compiles for its GPU.
func PTX() map[string]string {
	out := map[string]string{}
	// Reading embedded files cannot fail.
	_ = fs.WalkDir(ptx, "ptx", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text, _ := ptx.ReadFile(p)
			out[strings.TrimSuffix(path.Base(p), ".ptx")] = string(text)
		}
		return err
	})
	return out
}

// PTXHash is the hash of all programs, so that results measured with them are not used for others.
func PTXHash() [sha256.Size]byte {
	sum := sha256.New()
	programs := PTX()
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(programs[name]), programs[name])
	}
	return [sha256.Size]byte(sum.Sum(nil))
}
