package peerbench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"asterism/bench/peers/node"
)

// bench is what the parts share.
type bench struct {
	sizes
	program string // ours
	dir     string // scratch folder, removed at the end
	peers   *node.Packages

	stocked *stock // see stock
}

func newBench(o options) (*bench, error) {
	dir, err := os.MkdirTemp("", "asterism-bench-peers-")
	if err != nil {
		return nil, err
	}
	program, err := filepath.Abs(o.program)
	return &bench{sizes: o.sizes, program: program, dir: dir}, err
}

// install installs the peers into a folder, or below the scratch folder.
func (b *bench) install(ctx context.Context, dir string) (err error) {
	if dir == "" {
		dir = filepath.Join(b.dir, "packages")
	}
	say("install what is compared with npm into %s, about 900 MB, unless it is there …", dir)
	if b.peers, err = node.Install(ctx, dir); err != nil {
		return fmt.Errorf("install the peers: %w", err)
	}
	return nil
}

// clean removes everything that was written, also after an interrupt.
func (b *bench) clean() {
	if err := os.RemoveAll(b.dir); err != nil {
		say("remove scratch folder: %v", err)
	}
}
