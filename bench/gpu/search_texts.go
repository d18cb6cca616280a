package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ulikunitz/xz"

	"asterism/bench/corpus"
)

// packedTexts are the pieces of real text that memories are mixed of and questions are cut from, a line each, as the packed folder holds them: a machine that has
// only a driver has no Go library to take them from.
const packedTexts = "texts.xz"

// How many pieces of text there are for memories and, after them, for questions.
const (
	mixedTexts  = 20_000
	askedTexts  = 1_000
	packedCount = mixedTexts + askedTexts
)

// realTexts returns n pieces: of the packed file next to the program, or cut from Go's library if it is not packed.
func realTexts(n int) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	texts, err := readTexts(filepath.Join(packFolderOf(self), packedTexts))
	if errors.Is(err, fs.ErrNotExist) {
		return corpus.Texts(n)
	}
	if err == nil && len(texts) < n {
		err = fmt.Errorf("%s has %d texts, want %d: pack the folder anew", packedTexts, len(texts), n)
	}
	if err != nil {
		return nil, err
	}
	return texts[:n], nil
}

func readTexts(path string) (texts []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := xz.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	lines := bufio.NewScanner(z)
	for lines.Scan() {
		texts = append(texts, lines.Text())
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return texts, nil
}

// packTexts makes the packed file, on a machine that has Go's library.
func packTexts(path string) error {
	texts, err := corpus.Texts(packedCount)
	if err != nil {
		return err
	}
	return writeTexts(path, texts)
}

func writeTexts(path string, texts []string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	z, err := xz.NewWriter(f)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	for _, t := range texts {
		if strings.ContainsAny(t, "\n\r") {
			err = fmt.Errorf("the text %q has more than one line", t)
		}
		fmt.Fprintln(z, t) // its error is Close's
	}
	return errors.Join(err, z.Close(), f.Close())
}
