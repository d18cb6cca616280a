package search

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"asterism/bench/corpus"
	"asterism/bench/mixture"
)

// bench is what the parts share.
type bench struct {
	sizes
	peers string // folder of the sources of what is compared with
	dir   string // scratch folder, removed at the end

	mix     *mixture.Mixer // see mixer
	fewTook time.Duration  // for filling the index of the few; 0: not measured
	folders int            // handed out by newFolder
}

func newBench(o options) (*bench, error) {
	dir, err := os.MkdirTemp("", "asterism-bench-search-")
	if err != nil {
		return nil, err
	}
	return &bench{sizes: o.sizes, peers: o.peers, dir: dir}, nil
}

// clean removes everything that was written, also after an interrupt.
func (b *bench) clean() {
	if err := os.RemoveAll(b.dir); err != nil {
		say("remove scratch folder: %v", err)
	}
}

// newFolder names a folder that nothing has been stored in.
func (b *bench) newFolder(kind string) string {
	b.folders++
	return filepath.Join(b.dir, fmt.Sprint(kind, b.folders))
}

// mixer is made by the first part that needs it: it embeds the real texts.
func (b *bench) mixer(ctx context.Context) (*mixture.Mixer, error) {
	if b.mix == nil {
		all, err := corpus.Texts(b.texts + b.sizes.questions)
		if err != nil {
			return nil, err
		}
		base, err := mixture.NewBase(ctx, all[:b.texts], all[b.texts:], say)
		if err != nil {
			return nil, fmt.Errorf("embed real text: %w", err)
		}
		b.mix = mixture.New(base)
	}
	return b.mix, nil
}
