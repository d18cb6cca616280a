package picture

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// ErrSource is wrapped by every error of [Read] that a caller can repair by naming the image in another way.
var ErrSource = errors.New("no image can be had from this")

// Read returns the bytes of the image in content: a data URI ("data:image/png;base64,…"), the same without "data:", or the path of a file in one
// of folders, absolute or relative to one of them. Links that lead out of the folder are not followed. The errors wrap [ErrSource] or
// [ErrTooLarge].
func Read(content string, folders []string) ([]byte, error) {
	content = strings.TrimSpace(content)
	if head, body, ok := cutURI(content); ok {
		return decodeURI(head, body)
	}
	return readFile(content, folders)
}

// cutURI splits content that is not a path: the media type with its parameters, and the image.
func cutURI(content string) (head, body string, ok bool) {
	head, body, ok = strings.Cut(strings.TrimPrefix(content, "data:"), ",")
	return head, body, ok && (strings.HasPrefix(content, "data:") || strings.HasPrefix(content, "image/"))
}

// isBase64 reports whether the parameters after a media type say that base64 follows.
func isBase64(parameters string) bool {
	return parameters == "base64" || strings.HasSuffix(parameters, ";base64")
}

// decodeURI decodes the parts of a data URI (RFC 2397) before and after the comma.
func decodeURI(head, body string) ([]byte, error) {
	kind, parameters, _ := strings.Cut(head, ";")
	if !slices.Contains(Formats(), kind) {
		return nil, fmt.Errorf("%w: media type %q, valid are %s", ErrSource, kind, strings.Join(Formats(), ", "))
	}
	if base64.StdEncoding.DecodedLen(len(body)) > MaxBytes+2 {
		return nil, fmt.Errorf("read image: %w: %d characters of base64, at most %d bytes", ErrTooLarge, len(body), MaxBytes)
	}
	if !isBase64(parameters) {
		plain, err := url.PathUnescape(body)
		if err != nil {
			return nil, fmt.Errorf("%w: data URI: %v", ErrSource, err)
		}
		return []byte(plain), nil
	}
	data, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		return nil, fmt.Errorf("%w: data URI: %v", ErrSource, err)
	}
	return data, nil
}

func readFile(path string, folders []string) ([]byte, error) {
	if len(folders) == 0 {
		return nil, fmt.Errorf("%w: %q is no data URI, and no folder of images is allowed; send \"data:image/png;base64,…\", or start the server with --images DIR", ErrSource, shorten(path))
	}
	for _, folder := range folders {
		local, ok := within(folder, path)
		if !ok {
			continue
		}
		if data, err := readLocal(folder, local); !errors.Is(err, os.ErrNotExist) {
			return data, err
		}
	}
	return nil, fmt.Errorf("%w: no file %q in the allowed folders %s, and it is no data URI", ErrSource, shorten(path), strings.Join(folders, ", "))
}

// within makes path local to folder; it returns false if that is not possible.
func within(folder, path string) (string, bool) {
	if !filepath.IsAbs(path) {
		return path, filepath.IsLocal(path)
	}
	abs, err := filepath.Abs(folder)
	if err != nil {
		return "", false
	}
	local, err := filepath.Rel(abs, path)
	return local, err == nil && filepath.IsLocal(local)
}

func readLocal(folder, local string) ([]byte, error) {
	root, err := os.OpenRoot(folder) // follows no link out of the folder
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSource, err)
	}
	defer root.Close()
	f, err := root.OpenFile(local, os.O_RDONLY|syscall.O_NONBLOCK, 0) // does not wait for a writer at a named pipe
	if err != nil {
		return nil, fmt.Errorf("open %q: %w: %w", shorten(local), ErrSource, cause(err))
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %q is not a regular file", ErrSource, shorten(local))
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSource, err)
	}
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("read image %q: %w: more than %d bytes", shorten(local), ErrTooLarge, MaxBytes)
	}
	return data, nil
}

// cause returns the reason of a failed file operation, without the file's name, which may be very long.
func cause(err error) error {
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// shorten keeps a caller's text from filling a log.
func shorten(s string) string {
	if len(s) <= 80 {
		return s
	}
	return strings.ToValidUTF8(s[:80], "") + "…"
}
