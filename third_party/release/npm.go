package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
)

// npmName is the package that chooses; a platform's is called after it.
const npmName = "asterism-memory"

// npmArch are the processors as Node names them.
var npmArch = map[string]string{"amd64": "x64", "arm64": "arm64"}

//go:embed npm/asterism-memory.js
var npmScript []byte

//go:embed npm/README.md
var npmReadme []byte

// npmManifest is a package.json, as far as it is used here.
type npmManifest struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	License              string            `json:"license"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	LibC                 []string          `json:"libc,omitempty"`
	Bin                  map[string]string `json:"bin,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
	Engines              map[string]string `json:"engines,omitempty"`
}

// npmPlatform writes the package of one kind of machine, which npm installs nowhere else.
func (r *Release) npmPlatform(t Target, tree []File) error {
	cpu := npmArch[t.Arch]
	return r.npmPackage(tree, npmManifest{Name: npmName + "-linux-" + cpu, Description: "Asterism, a memory server for coding assistants: the program for Linux on " + cpu,
		OS: []string{"linux"}, CPU: []string{cpu}, LibC: []string{"glibc"}})
}

// npmChooser writes the package that people name: a script that starts the program of the platform's package. It names the packages of this release alone, each
// in exactly its version.
func (r *Release) npmChooser() error {
	m := npmManifest{Name: npmName, Description: "Memory server for coding assistants, over the Model Context Protocol: embeds every memory in 13 spaces and finds it by all of them",
		Bin: map[string]string{npmName: npmName + ".js"}, OptionalDependencies: map[string]string{}, Engines: map[string]string{"node": ">=18"}}
	for _, t := range r.Targets {
		m.OptionalDependencies[npmName+"-linux-"+npmArch[t.Arch]] = r.Version
	}
	files := []File{
		{To: npmName + ".js", Data: npmScript, Run: true},
		{To: "README.md", Data: npmReadme},
		{To: "LICENSE", From: path.Join(r.Root, "LICENSE")},
	}
	return r.npmPackage(files, m)
}

func (r *Release) npmPackage(files []File, m npmManifest) error {
	m.Version, m.License = r.Version, "Apache-2.0"
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("write the manifest of %s: %w", m.Name, err)
	}
	all := append([]File{{To: "package.json", Data: append(text, '\n')}}, files...)
	return r.targz(m.Name+"-"+m.Version+".tgz", "package", all)
}
