package cuda

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/kernels/cuda"
)

// A kernel that faults destroys the GPU's context, and would do so at every start. So a file names a way while it is tried, in a line called a mark, and the mark is
// removed afterwards. A mark that is there when a program starts says that the way ended an earlier program: the way is not tried again on this GPU with these
// kernels and this driver.

// marksFile is where the marks of a key are.
func (p *products) marksFile(key string) (string, error) {
	path, err := p.file(key)
	return strings.TrimSuffix(path, ".json") + ".trial", err
}

// readMarks refuses the ways that are marked.
func (p *products) readMarks(key string) error {
	path, err := p.marksFile(key)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p.marks = path
	for _, line := range strings.Split(string(data), "\n") {
		if w := way(line); slices.Contains(triedWays, w) && !p.refused[w] {
			p.refused[w] = true
			p.marked = append(p.marked, w)
			p.log.Warn("a way to multiply is not tried, because the GPU was lost when it was tried before", "way", line, "try again by removing", path)
		}
	}
	return nil
}

// triedWays are those that may be refused; wayTiles is what there is without them.
var triedWays = slices.Concat([]way{wayFew}, hopper, []way{wayBLAS, wayAttend})

// guarded tries ways: they are marked meanwhile, and afterwards if the GPU was lost.
func (p *products) guarded(try func() error, ways ...way) error {
	p.writeMarks(slices.Concat(p.marked, ways))
	err := try()
	if !errors.Is(err, cuda.ErrLost) {
		p.writeMarks(p.marked)
	}
	return err
}

// writeMarks writes these marks and no others. Without a cache folder there are none.
func (p *products) writeMarks(ways []way) {
	if p.marks == "" {
		return
	}
	var err error
	if len(ways) == 0 {
		if err = os.Remove(p.marks); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	} else {
		var lines strings.Builder
		for _, w := range ways {
			fmt.Fprintln(&lines, w)
		}
		err = errors.Join(os.MkdirAll(filepath.Dir(p.marks), 0o700), os.WriteFile(p.marks, []byte(lines.String()), 0o600))
	}
	if err != nil {
		p.log.Debug("what is tried cannot be marked", "cause", err)
	}
}

// refuse leaves ways out from now on, with a warning. It returns the error of a lost GPU, and no other.
func (p *products) refuse(err error, ways ...way) error {
	if err == nil || errors.Is(err, cuda.ErrLost) {
		return err
	}
	for _, w := range ways {
		if !p.refused[w] {
			p.refused[w] = true
			p.log.Warn("a way to multiply is left out, because it fails", "way", string(w), "cause", err)
		}
	}
	return nil
}
