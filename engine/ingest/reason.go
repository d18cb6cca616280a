package ingest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Reason says why a file of a folder stays out. What it names can be had back: see [Reasons].
type Reason string

// The reasons that --include takes back.
const (
	Ignored    Reason = "ignored"    // by a .gitignore
	Generated  Reason = "generated"  // a program wrote it: by its attribute, its name, or what its first lines say
	Vendored   Reason = "vendored"   // of others, or a build's output
	Lock       Reason = "lock"       // versions that a package manager wrote
	Minified   Reason = "minified"   // long lines that nobody reads
	Vocabulary Reason = "vocabulary" // a list of words, or data a value a line
)

// Reasons are those that can be taken back, by the names that a person gives.
var Reasons = []Reason{Ignored, Generated, Vendored, Lock, Minified, Vocabulary}

// everything takes all of them back.
const everything = "all"

// parseReasons reads the names of what is wanted in spite of a reason.
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

// vendoredDirs hold what others wrote.
var vendoredDirs = map[string]bool{"node_modules": true, "bower_components": true, "vendor": true, "third_party": true, "site-packages": true, "Pods": true, "Carthage": true,
	"__pycache__": true, "venv": true}

// outputDirs are what builds make. In a repository their names say nothing: what is built is ignored there, and a folder that is not holds what somebody wrote.
var outputDirs = map[string]bool{"target": true, "dist": true, "build": true}

// lockFiles are what package managers write.
var lockFiles = map[string]bool{"package-lock.json": true, "npm-shrinkwrap.json": true, "yarn.lock": true, "pnpm-lock.yaml": true, "bun.lock": true, "deno.lock": true, "cargo.lock": true, "poetry.lock": true,
	"pdm.lock": true, "uv.lock": true, "pipfile.lock": true, "gemfile.lock": true, "composer.lock": true, "go.sum": true, "go.work.sum": true, "mix.lock": true, "pubspec.lock": true, "podfile.lock": true,
	"flake.lock": true, "packages.lock.json": true, "gradle.lockfile": true, ".terraform.lock.hcl": true}

var (
	minifiedName  = regexp.MustCompile(`(?i)[.-]min\.(?:js|mjs|css|html)$|\.(?:js|css)\.map$|\.bundle\.js$`)
	generatedName = regexp.MustCompile(`(?i)\.pb(?:\.gw)?\.go$|_pb2(?:_grpc)?\.pyi?$|\.pb\.(?:h|cc)$|\.g\.dart$|\.freezed\.dart$|\.designer\.cs$|\.g\.cs$|_generated\.\w+$|\.generated\.\w+$|(?:^|/)zz_generated`)
)

// byName is why a file stays out by its name alone; "": for nothing.
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
