package cuda

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed ptx/*.ptx
var ptx embed.FS

// PTX returns the programs by name ("gemm", …): text that a driver compiles for its card.
func PTX() map[string]string {
	out := map[string]string{}
	// Reading what is embedded cannot fail.
	_ = fs.WalkDir(ptx, "ptx", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text, _ := ptx.ReadFile(p)
			out[strings.TrimSuffix(path.Base(p), ".ptx")] = string(text)
		}
		return err
	})
	return out
}
