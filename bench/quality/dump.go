package quality

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"asterism/models"
)

// dumper writes what the fitting of fusion weights needs: JSON lines, compressed when the file's name ends in .gz.
type dumper struct {
	file  *os.File
	zip   *gzip.Writer // nil: plain text
	text  *bufio.Writer
	lines *json.Encoder
}

func newDumper(path string) (*dumper, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	d := &dumper{file: f}
	if strings.HasSuffix(path, ".gz") {
		d.zip, _ = gzip.NewWriterLevel(f, gzip.BestSpeed) // a level that exists
		d.text = bufio.NewWriter(d.zip)
	} else {
		d.text = bufio.NewWriter(f)
	}
	d.lines = json.NewEncoder(d.text)
	return d, nil
}

// close writes the rest out.
func (d *dumper) close() error {
	err := d.text.Flush()
	if d.zip != nil {
		err = errors.Join(err, d.zip.Close())
	}
	return errors.Join(err, d.file.Close())
}

// set writes a line for each question.
func (d *dumper) set(ctx context.Context, s *set, l *library, all []asked, spaces models.Set) error {
	lines := make([]*dumpLine, len(all))
	const step = 64 // questions whose lines are held in memory
	for first := 0; first < len(all); first += step {
		part := all[first:min(first+step, len(all))]
		err := eachOf(ctx, len(part), func(i int) error {
			sims, err := l.similarities(ctx, &part[i], spaces)
			if err == nil {
				lines[i] = s.line(&s.queries[first+i], &part[i], spaces.Spaces(), sims)
			}
			return err
		})
		if err != nil {
			return err
		}
		for i := range part {
			if err := d.lines.Encode(lines[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// dump writes all sets to a file.
func dump(ctx context.Context, e *Embedder, o options) error {
	d, err := newDumper(o.dump)
	if err != nil {
		return err
	}
	for _, dir := range o.sets {
		if err := d.load(ctx, e, dir); err != nil {
			return errors.Join(fmt.Errorf("dump %s: %w", dir, err), d.close())
		}
	}
	return d.close()
}

// load embeds a set and writes it.
func (d *dumper) load(ctx context.Context, e *Embedder, dir string) error {
	s, err := loadSet(dir)
	if err != nil {
		return err
	}
	say("%s: %d documents, %d questions", s.name, len(s.docs), len(s.queries))
	l, err := newLibrary(ctx, e, s.docs, s.order)
	if err != nil {
		return err
	}
	asks, err := e.ask(ctx, s.docs, s.queries)
	if err != nil {
		return err
	}
	return d.set(ctx, s, l, asks, e.Spaces())
}
