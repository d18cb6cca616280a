package clients

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// Manifest is the manifest of an .mcpb bundle, with the names of its specification: https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md.
type Manifest struct {
	ManifestVersion string                 `json:"manifest_version"`
	Name            string                 `json:"name"`
	DisplayName     string                 `json:"display_name"`
	Version         string                 `json:"version"`
	Description     string                 `json:"description"`
	LongDescription string                 `json:"long_description"`
	Author          Author                 `json:"author"`
	License         string                 `json:"license"`
	Keywords        []string               `json:"keywords"`
	Server          ManifestServer         `json:"server"`
	ToolsGenerated  bool                   `json:"tools_generated"`
	UserConfig      map[string]UserSetting `json:"user_config"`
	Compatibility   Compatibility          `json:"compatibility"`
}

// Author is the author of a bundle.
type Author struct {
	Name string `json:"name"`
}

// ManifestServer says how the program in a bundle is started.
type ManifestServer struct {
	Type       string  `json:"type"`
	EntryPoint string  `json:"entry_point"`
	Config     Started `json:"mcp_config"`
}

// Started is a command line; ${__dirname} in it is the folder of the unpacked bundle.
type Started struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// UserSetting is a setting that the user is asked for.
type UserSetting struct {
	Type        string `json:"type"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	Default     string `json:"default"`
}

// Compatibility lists the systems on which a bundle runs.
type Compatibility struct {
	Platforms []string `json:"platforms"`
}

const (
	title       = "Asterism"
	description = "A memory that embeds every note in 13 spaces and finds it by all of them. Local, no account." // at most 100 characters, as the registry requires
)

// NewManifest describes a bundle of this program: entry is the program's path in it, platform its operating system in Go's naming, profile the profile of its models.
func NewManifest(version, entry, platform, profile string) Manifest {
	return Manifest{
		ManifestVersion: "0.3", Name: "asterism", DisplayName: title, Version: Semantic(version), Description: description,
		LongDescription: "Asterism keeps what an assistant learns: decisions, findings, how things hang together. It embeds every memory by meaning, time, cause, terms, code, " +
			"relations, spelling, entities and tokens, on this machine and with the models in this bundle, and never asks another host for anything.",
		Author: Author{"Asterism"}, License: "Apache-2.0", Keywords: []string{"memory", "search", "embeddings", "local"},
		Server: ManifestServer{Type: "binary", EntryPoint: entry,
			Config: Started{Command: path.Join("${__dirname}", entry), Args: []string{"--data", "${user_config.data}", "--profile", profile, "serve"}}},
		ToolsGenerated: true, // the list of tools comes from the server
		UserConfig: map[string]UserSetting{"data": {Type: "directory", Title: "Folder of the memories", Default: "${HOME}/.asterism",
			Description: "Where the memories are kept. Several assistants can use one folder."}},
		Compatibility: Compatibility{[]string{platform}},
	}
}

const (
	number = `(0|[1-9][0-9]*)`
	early  = `(` + number + `|[0-9]*[A-Za-z-][0-9A-Za-z-]*)` // a part of a pre-release name
	build  = `[0-9A-Za-z-]+`                                 // a part of a build name
)

var (
	// semantic is the grammar of semver.org, version 2.0.0.
	semantic = regexp.MustCompile(`^` + number + `\.` + number + `\.` + number + `(-` + early + `(\.` + early + `)*)?(\+` + build + `(\.` + build + `)*)?$`)
	// described is the format of git describe: the tag, the number of commits after it with the name of the last, and whether files were changed.
	described = regexp.MustCompile(`^v?([^+]*?)(?:-([0-9]+-g[0-9a-f]+))?(?:-(dirty))?$`)
)

// Semantic turns a version into the form that packages require. A tag such as v1.2.0 stays that version. For a commit after a tag the rest becomes build metadata, 1.2.0+4.gabc:
// after a hyphen, as git describe writes it (v1.2.0-4-gabc), it would count as older than the tag. A commit without a tag counts as older than every release.
func Semantic(version string) string {
	v := strings.TrimPrefix(version, "v")
	if d := described.FindStringSubmatch(version); d != nil {
		v = d[1]
		if after := strings.Trim(strings.ReplaceAll(d[2], "-", ".")+"."+d[3], "."); after != "" {
			v += "+" + after
		}
	}
	if semantic.MatchString(v) {
		return v
	}
	return "0.0.0-g" + regexp.MustCompile(`[^0-9A-Za-z-]+`).ReplaceAllString(version, "-")
}

// Registered is server.json of the MCP registry: https://github.com/modelcontextprotocol/registry, docs/reference/server-json.
type Registered struct {
	Schema      string    `json:"$schema"`
	Name        string    `json:"name"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Version     string    `json:"version"`
	Packages    []Package `json:"packages"`
}

// Package is one way to install a registered server.
type Package struct {
	RegistryType string        `json:"registryType"`
	Identifier   string        `json:"identifier"` // for a bundle: its download address
	Version      string        `json:"version"`
	FileSHA256   string        `json:"fileSha256"`
	Transport    TransportKind `json:"transport"`
}

// TransportKind is the transport of a package.
type TransportKind struct {
	Type string `json:"type"`
}

var (
	registryName = regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`)
	sha256Text   = regexp.MustCompile(`^[a-f0-9]{64}$`)
)

// NewRegistered describes a bundle that can be downloaded from an address. name belongs to its publisher (io.github.USER/asterism); sum is the SHA-256 of the bundle in hexadecimal.
func NewRegistered(name, version, address, sum string) (Registered, error) {
	switch {
	case !registryName.MatchString(name) || len(name) > 200:
		return Registered{}, fmt.Errorf("%q is no name for the registry: want one such as io.github.USER/asterism", name)
	case !strings.HasPrefix(address, "https://"):
		return Registered{}, fmt.Errorf("%q is no address to download a bundle from: want one that begins with https://", address)
	case !sha256Text.MatchString(sum):
		return Registered{}, fmt.Errorf("%q is no SHA-256 in hexadecimal", sum)
	}
	v := Semantic(version)
	return Registered{Schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", Name: name, Title: title, Description: description, Version: v,
		Packages: []Package{{RegistryType: "mcpb", Identifier: address, Version: v, FileSHA256: sum, Transport: TransportKind{"stdio"}}}}, nil
}
