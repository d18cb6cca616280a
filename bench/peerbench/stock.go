package peerbench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"asterism/bench/corpus"
)

// stock is the same memories in a store of ours and in a file of the official server's, and texts that are in neither.
type stock struct {
	ours      place
	theirs    place
	texts     []string // stored
	questions []question
	spare     []string
	taken     int // of spare
}

// stockUp makes the stock once. Search comes before writing, so that it finds exactly what was put there.
func (b *bench) stockUp(ctx context.Context) (*stock, error) {
	if b.stocked != nil {
		return b.stocked, nil
	}
	all, err := corpus.Texts(b.memories + b.spare())
	if err != nil {
		return nil, err
	}
	s := &stock{spare: all[b.memories:]}
	if s.texts, s.questions, err = makeQuestions(all[:b.memories], b.questions); err != nil {
		return nil, err
	}
	say("store %d memories on both sides …", len(s.texts))
	file := officialAt(b.peers, filepath.Join(b.dir, "memory.jsonl"))
	if err := file.fill(s.texts); err != nil {
		return nil, err
	}
	own := ourStore{b.program, filepath.Join(b.dir, "store")}
	if err := b.fill(ctx, own, s.texts); err != nil {
		return nil, err
	}
	s.ours, s.theirs, b.stocked = own, file, s
	return s, nil
}

// fill has our program ingest texts.
func (b *bench) fill(ctx context.Context, s ourStore, texts []string) error {
	var lines bytes.Buffer
	for _, t := range texts {
		line, err := json.Marshal(map[string]string{"content": t})
		if err != nil {
			return err
		}
		lines.Write(append(line, '\n'))
	}
	file := filepath.Join(b.dir, "notes.jsonl")
	if err := os.WriteFile(file, lines.Bytes(), 0o644); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, s.program, "ingest", "--data", s.data, file).CombinedOutput(); err != nil {
		return fmt.Errorf("run %s ingest (`make build` makes it): %w\n%s", s.program, err, out)
	}
	return nil
}

// next returns n texts that nobody has been given before.
func (s *stock) next(n int) ([]string, error) {
	if s.taken+n > len(s.spare) {
		return nil, fmt.Errorf("%d texts were asked for, %d are left: spare counts too few", n, len(s.spare)-s.taken)
	}
	s.taken += n
	return s.spare[s.taken-n : s.taken], nil
}
