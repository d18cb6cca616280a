package quality

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// own are tables written for this program. They are never changed after a score was seen: new pairs go into new files.
//
//go:embed testdata/proofs
var own embed.FS

// readOwn reads a table of ours.
func readOwn[T any](name string, read func(io.Reader) (T, error)) (out T, err error) {
	f, err := own.Open("testdata/proofs/" + name)
	if err != nil {
		return out, err
	}
	defer f.Close()
	if out, err = read(f); err != nil {
		return out, fmt.Errorf("read %s: %w", name, err)
	}
	return out, nil
}

// readTable reads lines of columns with tabs between, the first line being the header that is given. No cell is empty. The error
// names the line.
func readTable(r io.Reader, header ...string) (rows [][]string, err error) {
	headed := false
	err = numberedLines(r, func(_ int, line string) error {
		cells := strings.Split(line, "\t")
		if len(cells) != len(header) {
			return fmt.Errorf("%d columns with tabs between, want %d: %s", len(cells), len(header), strings.Join(header, ", "))
		}
		for i, c := range cells {
			if strings.TrimSpace(c) == "" {
				return fmt.Errorf("column %s is empty", header[i])
			}
		}
		if !headed {
			if headed = slices.Equal(cells, header); !headed {
				return fmt.Errorf("the header is %q, want %q", cells, header)
			}
			return nil
		}
		rows = append(rows, cells)
		return nil
	})
	if err == nil && len(rows) == 0 {
		err = errors.New("there are no rows")
	}
	return rows, err
}
