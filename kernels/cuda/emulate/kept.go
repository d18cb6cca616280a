package emulate

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Compiling takes ten seconds and the tests of every package need it. So the result is kept in the user's cache folder, under the hash of its sources and
// of the compiler's version.

// keptFor is how long programs compiled from other sources are kept.
const keptFor = 7 * 24 * time.Hour

var (
	temporaryMu sync.Mutex
	temporary   []string // folders of what could not be kept
)

// kept returns the file of that name that build makes from the sources that the patterns name, relative to this folder. It returns an earlier build if there is one.
func kept(name string, patterns []string, build func(file string) error) (string, error) {
	hash, err := hashOf(patterns)
	if err != nil {
		return "", fmt.Errorf("hash the sources of %s: %w", name, err)
	}
	dir, err := keptFolder(hash)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, name)
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	own, err := os.MkdirTemp(dir, "build") // another process may build the same at the same time
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(own)
	if err := build(filepath.Join(own, name)); err != nil {
		return "", err
	}
	return file, os.Rename(filepath.Join(own, name), file)
}

// keptFolder makes the folder of a hash, and removes old ones. Without a cache folder it is a temporary one, which Remove deletes.
func keptFolder(hash string) (string, error) {
	cache, err := os.UserCacheDir()
	if err == nil {
		dir := filepath.Join(cache, "asterism-emulate", hash)
		if err = os.MkdirAll(dir, 0o700); err == nil {
			now := time.Now()
			_ = os.Chtimes(dir, now, now) // before tidying: a folder in use is not old
			tidy(filepath.Dir(dir))
			return dir, nil
		}
	}
	dir, err := os.MkdirTemp("", "asterism-emulate")
	if err != nil {
		return "", err
	}
	temporaryMu.Lock()
	defer temporaryMu.Unlock()
	temporary = append(temporary, dir)
	return dir, nil
}

// tidy removes folders that were not used for long. What cannot be removed is left.
func tidy(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keptFor {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

// Remove deletes what this process compiled and could not keep.
func Remove() {
	temporaryMu.Lock()
	defer temporaryMu.Unlock()
	for _, dir := range temporary {
		_ = os.RemoveAll(dir)
	}
	temporary = nil
}

// here is the folder of this package's sources.
func here() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(file)
}

// hashOf hashes this file's folder's sources that the patterns name, their names, and the compiler's version.
func hashOf(patterns []string) (string, error) {
	h := sha256.New()
	version, err := exec.Command("g++", "--version").Output()
	if err != nil {
		return "", fmt.Errorf("ask g++ for its version: %w", err)
	}
	h.Write(version)
	for _, p := range append([]string{"*.go"}, patterns...) { // the commands that compile are in the Go files
		files, err := filepath.Glob(filepath.Join(here(), p))
		if err != nil {
			return "", err
		}
		slices.Sort(files)
		for _, file := range files {
			if err := hashFile(h, file); err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12]), nil
}

func hashFile(to io.Writer, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	fmt.Fprintf(to, "\n%s\n", filepath.Base(file))
	_, err = io.Copy(to, f)
	return err
}
