package project

import (
	"net/url"
	"path/filepath"
)

// Folder returns the folder of a client's root, such as file:///home/ann/api; ok is false if it is not on this machine.
func Folder(uri string) (path string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(u.Path) {
		return "", false
	}
	return filepath.Clean(u.Path), true
}
