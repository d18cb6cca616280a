package learning

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"asterism/bench/embedder"
)

// bench is what the parts share.
type bench struct {
	options
	opened  *embedder.Embedder // see embedder
	scratch string             // see folder
	folders int
}

// embedder is opened by the first part that needs it.
func (b *bench) embedder(ctx context.Context) (*embedder.Embedder, error) {
	if b.opened == nil {
		var err error
		if b.opened, err = embedder.Open(ctx, b.models); err != nil {
			return nil, err
		}
	}
	return b.opened, nil
}

// folder names a new folder for an engine or a store; all of them are removed at the end.
func (b *bench) folder() (string, error) {
	if b.scratch == "" {
		var err error
		if b.scratch, err = os.MkdirTemp("", "asterism-bench-learning-"); err != nil {
			return "", err
		}
	}
	b.folders++
	return filepath.Join(b.scratch, fmt.Sprint(b.folders)), nil
}

// sets is the folder of labelled sets; "" after saying that there is none.
func (b *bench) sets(part string) string {
	if b.eval == "" {
		say("%s is left out: it needs labelled sets, name their folder with EVAL=DIR (bench/quality says what such a folder holds)", part)
	}
	return b.eval
}

func (b *bench) clean() {
	if b.opened != nil {
		if err := b.opened.Close(); err != nil {
			say("close models: %v", err)
		}
	}
	if b.scratch != "" {
		if err := os.RemoveAll(b.scratch); err != nil {
			say("remove scratch folder: %v", err)
		}
	}
}
