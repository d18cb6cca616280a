package quality

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// readFile opens a file for a reader and names it in the error. A name that ends in .xz is unpacked by the program xz on the way.
func readFile[T any](path string, read func(io.Reader) (T, error)) (out T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	if strings.HasSuffix(path, ".xz") {
		out, err = unpacked(f, read)
	} else {
		out, err = read(f)
	}
	if err != nil {
		return out, fmt.Errorf("read %s: %w", path, err)
	}
	return out, nil
}

// unpacked reads what xz makes of a file.
func unpacked[T any](f *os.File, read func(io.Reader) (T, error)) (out T, err error) {
	text, w, err := os.Pipe()
	if err != nil {
		return out, err
	}
	defer text.Close()
	xz := exec.Command("xz", "--decompress", "--stdout")
	xz.Stdin, xz.Stdout = f, w
	err = xz.Start()
	w.Close() // the child has its own end
	if err != nil {
		return out, fmt.Errorf("%w: install xz, or unpack the file", err)
	}
	out, err = read(text)
	text.Close() // ends an xz that nobody reads any more
	return out, errors.Join(err, xz.Wait())
}
