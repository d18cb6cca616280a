package owner

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// minToken is the shortest accepted token from the environment or a file.
const minToken = 16

// BearerToken returns $ASTERISM_TOKEN, or the token in the data directory. It creates the latter (readable by its owner only) at first use. where describes where it is.
func BearerToken(data string) (token, where string, err error) {
	if v := os.Getenv("ASTERISM_TOKEN"); v != "" {
		return checkToken(v, "$ASTERISM_TOKEN")
	}
	path := filepath.Join(data, "token")
	b, err := os.ReadFile(path)
	if err == nil {
		closeToken(path)
		return checkToken(strings.TrimSpace(string(b)), path)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", "", fmt.Errorf("read bearer token: %w", err)
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return "", "", fmt.Errorf("make bearer token: %w", err)
	}
	token = rand.Text()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return BearerToken(data) // another process created one meanwhile
	}
	if err != nil {
		return "", "", fmt.Errorf("make bearer token: %w", err)
	}
	_, err = fmt.Fprintln(f, token)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", "", fmt.Errorf("make bearer token: %w", err)
	}
	return token, path, nil
}

// closeToken removes other users' permissions from a token's file that a person or a copy has created, and prints that they had them.
func closeToken(path string) {
	info, err := os.Stat(path)
	if err != nil || openTo(info) == 0 {
		return
	}
	err = os.Chmod(path, info.Mode().Perm()&^closed)
	words := "now it cannot"
	if err != nil {
		words = err.Error()
	}
	fmt.Fprintf(os.Stderr, "asterism: the bearer token in %s could be read by other users (mode %04o), and %s; if any could enter the directory, remove the file to have a new one made\n", path, info.Mode().Perm(), words)
}

func checkToken(v, where string) (string, string, error) {
	if len(v) < minToken {
		return "", "", fmt.Errorf("bearer token in %s has %d characters, at least %d are needed; remove it to have one made", where, len(v), minToken)
	}
	return v, where, nil
}

// KnownToken returns $ASTERISM_TOKEN, or the token in the data directory; "" if there is none.
func KnownToken(data string) (string, error) {
	if v := os.Getenv("ASTERISM_TOKEN"); v != "" {
		return v, nil
	}
	b, err := os.ReadFile(filepath.Join(data, "token"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read bearer token: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}
