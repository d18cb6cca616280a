package main

import (
	"fmt"
	"os"
	"path"
	"strings"

	"asterism/mcp/clients"
)

// bundle writes the .mcpb that Claude Desktop and others install with a click, as `asterism bundle` does for the machine that it runs on.
func (r *Release) bundle(t Target, tree []File) error {
	name := "asterism-" + r.Version + "-linux-" + t.Arch + ".mcpb"
	scratch, err := os.MkdirTemp("", "asterism-release-")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer os.RemoveAll(scratch)
	const folder = "server"
	var files []clients.BundleFile
	for _, f := range tree {
		if strings.HasPrefix(f.To, "share/") {
			continue // for shells and man, which a bundle does not meet
		}
		if f.From == "" {
			if f, err = onDisk(f, scratch); err != nil {
				return fmt.Errorf("write %s: %w", name, err)
			}
		}
		to := path.Join(folder, f.To)
		if f.To == "LICENSE" || f.To == "NOTICE" {
			to = f.To
		}
		files = append(files, clients.BundleFile{From: f.From, To: to, Run: f.Run})
	}
	out, err := r.create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := clients.WriteBundle(out, clients.NewManifest(r.Version, folder+"/asterism", "linux", "compact"), files); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return out.Close()
}
