package carried

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"asterism/bench/report"
)

// Pack writes the files of a folder into another. It needs the program xz.
func Pack(ctx context.Context, to, from string) error {
	files, all, err := read(from)
	if err != nil {
		return err
	}
	for i := range files {
		b := all[i]
		if files[i].Calls = strings.Contains(files[i].Name, ".so"); files[i].Calls {
			b = slices.Clone(b)
			absolute(b, false)
		} else if which, shift := nearest(b, all[:i]); which >= 0 {
			files[i].Like, files[i].Shift = files[which].Name, shift
			b = difference(b, all[which], shift)
		}
		path := filepath.Join(to, packedName(files[i].Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := compress(ctx, path, bytes.NewReader(b), settings(files[i].Name)); err != nil {
			return fmt.Errorf("pack %s: %w", files[i].Name, err)
		}
	}
	return report.WriteFile(filepath.Join(to, list), files)
}

func packedName(name string) string { return filepath.FromSlash(name) + ".xz" }

// read is every file of a folder in the order of their names.
func read(folder string) (files []File, all [][]byte, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if len(b) > mostBytes {
			return fmt.Errorf("%s has %d bytes, at most %d can be carried", path, len(b), mostBytes)
		}
		sum := sha256.Sum256(b)
		files, all = append(files, File{Name: filepath.ToSlash(name), Bytes: len(b), SHA256: hex.EncodeToString(sum[:])}), append(all, b)
		return nil
	})
	return files, all, err
}

// settings are xz's for a file. Numbers of one byte are no text: neither the byte before one nor its position predicts it.
func settings(name string) string {
	if strings.HasSuffix(name, ".onnx") {
		return "--lzma2=preset=1,lc=0,lp=0,pb=0"
	}
	return "--lzma2=preset=9"
}

// compress has xz write a file.
func compress(ctx context.Context, path string, from io.Reader, settings string) error {
	to, err := os.Create(path)
	if err != nil {
		return err
	}
	defer to.Close()
	cmd := exec.CommandContext(ctx, "xz", "--compress", "--stdout", "--threads=1", "--format=xz", settings)
	cmd.Stdin, cmd.Stdout = from, to
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("xz: %w %s (Debian's package is xz-utils)", err, said.Bytes())
	}
	return to.Close()
}
