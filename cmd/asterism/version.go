package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"asterism/cmd/asterism/shell"

	"github.com/spf13/cobra"
)

// Set by the Makefile with -ldflags -X.
var version, commit = "dev", "unknown"

func versionCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Name the commit, the libraries and their versions",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			libs := libraries()
			if g.JSON {
				return shell.PrintJSON(map[string]any{"version": version, "commit": commit, "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH, "libraries": libs})
			}
			shell.Print(versionLine())
			for _, name := range []string{"github.com/yalue/onnxruntime_go", "gorgonia.org/cu", "github.com/mark3labs/mcp-go", "github.com/linxGnu/grocksdb", "github.com/klauspost/cpuid/v2", "github.com/puzpuzpuz/xsync/v4"} {
				if v, ok := libs[name]; ok {
					shell.Printf("  %s %s\n", name, v)
				}
			}
			return nil
		},
	}
}

// versionLine returns the program's version as a line.
func versionLine() string {
	return fmt.Sprintf("asterism %s (commit %s, %s, %s/%s)\n", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func libraries() map[string]string {
	out := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			out[d.Path] = d.Version
		}
	}
	return out
}
