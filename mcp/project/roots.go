package project

import (
	"net/url"
	"path/filepath"
)

// Folder is the folder that a client's root names, such as file:///home/ann/api; ok is false for what is no file on this machine.
func Folder(uri string) (path string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(u.Path) {
		return "", false
	}
	return filepath.Clean(u.Path), true
}
