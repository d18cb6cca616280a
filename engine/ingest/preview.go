package ingest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// Preview is what a run would store.
type Preview struct {
	Files, Notes int            // those that would be read, including what is stored already
	Bytes        int64          // of the files
	Kinds        map[string]int // modality → notes
	Problems     []string       // files and lines that cannot be read
}

// Look reads and cuts all files of a plan, and stores nothing.
func Look(ctx context.Context, p *Plan) (Preview, error) {
	r := &run{}
	out := Preview{Files: len(p.Files), Bytes: p.Bytes, Kinds: map[string]int{}}
	for _, f := range p.Files {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		if f.Format != Document {
			n, err := countLines(f)
			if err != nil {
				out.Problems = append(out.Problems, err.Error())
			}
			out.Notes += n
			out.Kinds["lines"] += n
			continue
		}
		notes, err := r.document(f.Path)
		if err != nil {
			out.Problems = append(out.Problems, err.Error())
		}
		out.Notes += len(notes)
		for i := range notes {
			out.Kinds[notes[i].Modality]++
		}
	}
	return out, nil
}

// countLines counts the lines of a file that are not blank.
func countLines(f File) (n int, err error) {
	in, err := openLines(f)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	lines := bufio.NewReaderSize(in, 1<<16)
	for {
		text, err := lines.ReadString('\n')
		if strings.TrimSpace(text) != "" {
			n++
		}
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}
