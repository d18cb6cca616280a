package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Part is something of others that a released program contains or loads.
type Part struct {
	Name, Version string
	PURL          string   // a package URL, as purl-spec writes it
	SHA256        string   // of a part that is a file of its own; else ""
	Texts         []string // files of its licence here
}

// parts are Go and its modules, by what the program itself says it was built of, the C and C++ libraries that were linked in, and the one that it loads.
func (r *Release) parts(t Target) ([]Part, error) {
	info, err := buildinfo.ReadFile(filepath.Join(t.Dir, "asterism"))
	if err != nil {
		return nil, fmt.Errorf("read what the program for %s was built of: %w", t.Arch, err)
	}
	goVersion := strings.TrimPrefix(strings.Fields(info.GoVersion)[0], "go")
	out := []Part{{Name: "Go standard library", Version: goVersion, PURL: "pkg:golang/std@" + goVersion, Texts: goLicence()}}
	for _, m := range info.Deps {
		if m.Path == "asterism" { // ours, in the test of this tool
			continue
		}
		texts, err := r.moduleLicence(m.Path, m.Version)
		if err != nil {
			return nil, err
		}
		out = append(out, Part{Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version, Texts: texts})
	}
	linked, err := linkedParts(filepath.Join(t.Dir, "linked.tsv"))
	if err != nil {
		return nil, err
	}
	return append(out, linked...), nil
}

// linkedParts reads the table that release.sh writes: name, version, package URL, SHA-256 or "-", file of the licence.
func linkedParts(file string) ([]Part, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read what was linked: %w", err)
	}
	var out []Part
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 5 || f[0] == "" || f[1] == "" {
			return nil, fmt.Errorf("%s:%d: %q has not five fields: name, version, package URL, sha256, licence", file, i+1, line)
		}
		p := Part{Name: f[0], Version: f[1], PURL: f[2], SHA256: strings.TrimPrefix(f[3], "-"), Texts: []string{f[4]}}
		if _, err := os.Stat(f[4]); err != nil {
			return nil, fmt.Errorf("%s:%d: the licence of %s: %w", file, i+1, p.Name, err)
		}
		out = append(out, p)
	}
	return out, nil
}
