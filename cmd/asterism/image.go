package main

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/engine"
	"asterism/engine/picture"
)

// imageFile is the path of --image; "" if it was not given. The file belongs to the caller, so it may be outside of the folders of --images.
type imageFile string

// wants checks the number of arguments of the command: least to most, or none with an image.
func (f imageFile) wants(args []string, least, most int) error {
	if f != "" && len(args) > 0 {
		return fmt.Errorf("%q and --image %s are given: leave one of them out", strings.Join(args, " "), string(f))
	}
	if f == "" && (len(args) < least || len(args) > most) {
		return fmt.Errorf("%d texts given, want 1, or an image with --image FILE (a text of several words goes in quotes)", len(args))
	}
	return nil
}

// read returns the image as a data URI; "" if none was given.
func (f imageFile) read() (string, error) {
	if f == "" {
		return "", nil
	}
	file, err := os.Open(string(f))
	if err != nil {
		return "", fmt.Errorf("read image: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, picture.MaxBytes+1))
	if err != nil {
		return "", fmt.Errorf("read image: %w", err)
	}
	kind := http.DetectContentType(data)
	if !slices.Contains(picture.Formats(), kind) {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%s looks like %s, which is no image that can be read", string(f), kind), Hint: "give one of " + strings.Join(picture.Formats(), ", ")}
	}
	uri := "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
	if len(uri) > engine.MaxImageContentBytes {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%s is too large to be sent whole: it makes %d bytes, the limit is %d", string(f), len(uri), engine.MaxImageContentBytes),
			Hint: "make it smaller, or remember its path: --images FOLDER --modality image PATH"}
	}
	return uri, nil
}

// contentOf sets the content of a note: the text, or the image and its file.
func contentOf(n *engine.Note, image imageFile, args []string, modalityGiven bool) error {
	if image == "" {
		n.Content = args[0]
		return nil
	}
	if modalityGiven && n.Modality != engine.ModalityImage {
		return fmt.Errorf("--modality %s goes with a text, --image %s is an image: leave one of them out", n.Modality, string(image))
	}
	n.Modality = engine.ModalityImage
	var err error
	if n.Content, err = image.read(); err != nil {
		return err
	}
	n.Source, err = filepath.Abs(string(image))
	return err
}
