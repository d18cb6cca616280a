package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"asterism/bench/corpus"
	"asterism/engine"
)

// bench is what the parts share.
type bench struct {
	sizes
	binary string // the program measured from outside
	dir    string // scratch folder, removed at the end
	texts  []string

	library *engine.Engine // see openLibrary
	filled  int            // texts of the corpus that it holds
	stores  int            // folders handed out by newStore
}

func newBench(o options) (*bench, error) {
	dir, err := os.MkdirTemp("", "asterism-bench-")
	if err != nil {
		return nil, err
	}
	return &bench{sizes: o.sizes, binary: o.binary, dir: dir}, nil
}

// clean removes everything that was written, also after an interrupt.
func (b *bench) clean() {
	if b.library != nil {
		if err := b.library.Close(context.Background()); err != nil {
			say("close store: %v", err)
		}
	}
	if err := os.RemoveAll(b.dir); err != nil {
		say("remove scratch folder: %v", err)
	}
}

// newStore names a folder that nothing has been stored in.
func (b *bench) newStore(kind string) string {
	b.stores++
	return filepath.Join(b.dir, kind+strconv.Itoa(b.stores))
}

// corpus returns n texts that may be stored and those that never are.
func (b *bench) corpus(n int) (stored, spare []string, err error) {
	if b.texts == nil {
		if b.texts, err = corpus.Texts(b.sizes.corpus()); err != nil {
			return nil, nil, err
		}
	}
	at := len(b.texts) - b.spare()
	if n > at {
		return nil, nil, fmt.Errorf("%d texts were asked for, the corpus has %d", n, at)
	}
	return b.texts[:n], b.texts[at:], nil
}
