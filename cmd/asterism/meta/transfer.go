package meta

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"asterism/engine"

	"github.com/spf13/cobra"
)

func exportCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE",
		Short: "Write all that was learned, events included, into a new file",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			do := func(e *engine.Engine) error { return exportMeta(cmd.Context(), e, args[0]) }
			return g.WithStoreAndPrint(cmd.Context(), "meta export", do, map[string]any{"exported": args[0]}, "exported what was learned to "+args[0])
		},
	}
}

// exportMeta writes beside the file's place and then puts it there, whole or not at all; what is there already stays.
func exportMeta(ctx context.Context, e *engine.Engine, path string) (err error) {
	defer func() {
		if errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("export to %s: the file is there already; name another", path)
		}
	}()
	f, err := os.CreateTemp(filepath.Dir(path), ".export-*") // readable by its owner alone
	if err != nil {
		return fmt.Errorf("export to %s: %w", path, err)
	}
	defer os.Remove(f.Name())
	if err := errors.Join(e.ExportMeta(ctx, f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), path) // unlike a rename it fails when the place is taken
}

func importCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Put an exported state in place of the present one, all or nothing",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			do := func(e *engine.Engine) error { return importMeta(cmd.Context(), e, args[0]) }
			return g.WithStoreAndPrint(cmd.Context(), "meta import", do, map[string]any{"imported": args[0]}, "what was learned is now that of "+args[0])
		},
	}
}

func importMeta(ctx context.Context, e *engine.Engine, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return errors.Join(e.ImportMeta(ctx, f), f.Close())
}
