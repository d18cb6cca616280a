package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func manCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write a manual page for every command into a folder",
		Long: "Write a manual page for every command into a folder, which is made if it is not there. The pages bear the date of $SOURCE_DATE_EPOCH, else today's.\n" +
			"Read one with: man DIR/asterism-search.1",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			return writeManual(root(), args[0])
		},
	}
}

// writeManual writes the page of a command and of all commands below it, one file each, named as in git: asterism-goal-set.1. Hidden commands have none.
func writeManual(top *cobra.Command, dir string) error {
	top.DisableAutoGenTag = true // it would repeat the date
	if data := top.PersistentFlags().Lookup("data"); os.Getenv("ASTERISM_HOME") == "" {
		data.DefValue = "~/.asterism" // the reader's home, not the home of whoever writes the pages
	}
	err := doc.GenManTreeFromOpts(top, doc.GenManTreeOptions{Path: dir, CommandSeparator: "-",
		Header: &doc.GenManHeader{Section: "1", Source: "Asterism " + version, Manual: "Asterism"}})
	if err != nil {
		return fmt.Errorf("write manual pages: %w", err)
	}
	return nil
}
