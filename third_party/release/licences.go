package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/mod/module"
)

// licenceFile is how files of licences are named.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense|notice)([-.].*)?$`)

// moduleLicence finds the licence of a module in the cache that it was built from; none is an error, since we must not pass it on without.
func (r *Release) moduleLicence(name, version string) ([]string, error) {
	dir, err := module.EscapePath(name)
	if err != nil {
		return nil, fmt.Errorf("find the licence of %s: %w", name, err)
	}
	dir = filepath.Join(r.Modules, filepath.FromSlash(dir)+"@"+version)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("find the licence of %s: %w", name, err)
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && licenceFile.MatchString(e.Name()) {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s %s has no file of a licence in %s", name, version, dir)
	}
	return out, nil
}

// goLicence is the licence of Go itself, where its distribution has one: Debian's lies elsewhere.
func goLicence() []string {
	name := filepath.Join(runtime.GOROOT(), "LICENSE")
	if _, err := os.Stat(name); err != nil {
		return nil
	}
	return []string{name}
}

// licenceTexts are the licences of all parts, a file each.
func (r *Release) licenceTexts(t Target) ([]File, error) {
	parts, err := r.parts(t)
	if err != nil {
		return nil, err
	}
	var out []File
	for _, p := range parts {
		var text strings.Builder
		fmt.Fprintf(&text, "%s %s\n", p.Name, p.Version)
		for _, name := range p.Texts {
			b, err := os.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("read the licence of %s: %w", p.Name, err)
			}
			fmt.Fprintf(&text, "\n%s\n", strings.TrimSpace(string(b)))
		}
		name := strings.NewReplacer("/", "-", " ", "-", "+", "p").Replace(strings.ToLower(p.Name))
		out = append(out, File{To: licences + "/" + name + ".txt", Data: []byte(text.String())})
	}
	return out, nil
}
