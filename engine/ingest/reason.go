package ingest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Reason says why a file of a folder is left out. Users can include such files again: see [Reasons].
type Reason string

// The reasons that --include accepts.
const (
	Ignored    Reason = "ignored"    // by a .gitignore
	Generated  Reason = "generated"  // written by a program: by its attribute, its name, or its first lines
	Vendored   Reason = "vendored"   // of other projects, or a build's output
	Lock       Reason = "lock"       // versions written by a package manager
	Minified   Reason = "minified"   // long lines that are not meant for people
	Vocabulary Reason = "vocabulary" // a word list, or data with one value per line
)

// Reasons lists those that can be included again, by the names for --include.
var Reasons = []Reason{Ignored, Generated, Vendored, Lock, Minified, Vocabulary}

// everything includes all of them.
const everything = "all"

// parseReasons parses the names of reasons to ignore.
func parseReasons(names []string) (map[Reason]bool, error) {
	out := map[Reason]bool{}
	for _, n := range names {
		switch {
		case n == everything:
			for _, r := range Reasons {
				out[r] = true
			}
		case slices.Contains(Reasons, Reason(n)):
			out[Reason(n)] = true
		default:
			return nil, fmt.Errorf("include %q is none of %v and %s: those are what a folder's files are left out for", n, Reasons, everything)
		}
	}
	return out, nil
}

// vendoredDirs contain code of other projects.
var vendoredDirs = map[string]bool{"node_modules": true, "bower_components": true, "vendor": true, "third_party": true, "site-packages": true, "Pods": true, "Carthage": true,
	"__pycache__": true, "venv": true}

// outputDirs are written by builds. In a repository their names are not used: build output is in .gitignore there, and other folders contain sources.
var outputDirs = map[string]bool{"target": true, "dist": true, "build": true}

// lockFiles are written by package managers.
var lockFiles = map[string]bool{"package-lock.json": true, "npm-shrinkwrap.json": true, "yarn.lock": true, "pnpm-lock.yaml": true, "bun.lock": true, "deno.lock": true, "cargo.lock": true, "poetry.lock": true,
	"pdm.lock": true, "uv.lock": true, "pipfile.lock": true, "gemfile.lock": true, "composer.lock": true, "go.sum": true, "go.work.sum": true, "mix.lock": true, "pubspec.lock": true, "podfile.lock": true,
	"flake.lock": true, "packages.lock.json": true, "gradle.lockfile": true, ".terraform.lock.hcl": true}

var (
	minifiedName  = regexp.MustCompile(`(?i)[.-]min\.(?:js|mjs|css|html)$|\.(?:js|css)\.map$|\.bundle\.js$`)
	generatedName = regexp.MustCompile(`(?i)\.pb(?:\.gw)?\.go$|_pb2(?:_grpc)?\.pyi?$|\.pb\.(?:h|cc)$|\.g\.dart$|\.freezed\.dart$|\.designer\.cs$|\.g\.cs$|_generated\.\w+$|\.generated\.\w+$|(?:^|/)zz_generated`)
)

// byName returns why a file is left out by its name alone; "": it is not.
func byName(path string) Reason {
	base := strings.ToLower(filepath.Base(path))
	switch {
	case lockFiles[base]:
		return Lock
	case minifiedName.MatchString(base):
		return Minified
	case generatedName.MatchString(filepath.ToSlash(path)):
		return Generated
	}
	return ""
}
