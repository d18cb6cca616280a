// Command asterism answers: how does a person run it? One file a sub-command.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"asterism/engine/caught"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal does what signals do: it ends the program at once
	if err := caught.Run(func() error { return root().ExecuteContext(ctx) }); err != nil {
		var quiet exitCode
		if errors.As(err, &quiet) {
			os.Exit(int(quiet))
		}
		complain(err)
		os.Exit(1)
	}
}

// exitCode ends the program with a code when everything there is to say has been said.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// globals are the flags every sub-command has.
type globals struct {
	data, profile, device, models, logLevel, connect string
	indexDevice                                      string
	json                                             bool
	indexMemory, storeCache                          byteSize
	driftLevels                                      driftLevels
	images                                           []string
}

func root() *cobra.Command {
	g := &globals{}
	cmd := &cobra.Command{
		Use:           "asterism",
		Short:         "A memory server that embeds every memory in 13 spaces and finds it by all of them",
		SilenceUsage:  true,
		SilenceErrors: true,

		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return g.begin(cmd) },
	}
	f := cmd.PersistentFlags()
	f.StringVar(&g.data, "data", defaultData(), "directory of the store ($ASTERISM_HOME)")
	f.StringVar(&g.profile, "profile", "compact", "models to embed with: compact, full")
	f.StringVar(&g.models, "models", "", "folder of the profile's models ($ASTERISM_MODELS; default: beside the program)")
	f.StringVar(&g.device, "device", "auto", "where to embed: auto, cpu, cuda:N (this program's kernels, for the full profile), onnx-cuda:N (ONNX Runtime's provider)")
	f.StringVar(&g.indexDevice, "index-device", defaultIndexDevice(), "where to search from 20,000 memories on: auto (a card that is found, unless --device cpu), cpu, cuda:N ($ASTERISM_INDEX_DEVICE); a server that is asked has its own")
	f.Var(&g.indexMemory, "index-memory", "most memory that search may hold, such as 2GiB (default half of the machine's); beyond it vectors are read from disk; a server that is asked has its own")
	f.Var(&g.storeCache, "store-cache", "most memory for what the store has read from disk, such as 64MiB (default a sixteenth of what is free, 32MiB to 512MiB); a server that is asked has its own")
	f.Var(&g.driftLevels, "drift-thresholds", "similarities from which on drift is None, Low, Medium, High, and Critical below (default 0.85,0.7,0.55,0.4); a server that is asked has its own")
	f.StringSliceVar(&g.images, "images", nil, "folder whose files may be named as images (may be given again; default: images are sent whole); a server that is asked has its own")
	f.BoolVar(&g.json, "json", false, "print JSON for programs")
	f.StringVar(&g.connect, "connect", connectAuto, "auto: when a server listens that owns the store, ask it; off: never; or the address of a server to ask")
	f.StringVar(&g.logLevel, "log-level", "warn", "what to log on stderr: debug, info, warn, error")
	cmd.AddCommand(serveCmd(g), dashboardCmd(g), setupCmd(g), hookCmd(g), bundleCmd(g), ingestCmd(g), importCmd(g), exportCmd(g), backupCmd(g), rememberCmd(g), searchCmd(g), listCmd(g), getCmd(g), updateCmd(g), forgetCmd(g), restoreCmd(g), purgeCmd(g), pathCmd(g), goalCmd(g), driftCmd(g), dreamCmd(g), statusCmd(g), healthCmd(g), metaCmd(g), workspaceCmd(g), doctorCmd(g), modelsCmd(g), checkCmd(g), reembedCmd(g), mcpCmd(g), versionCmd(g))
	return cmd
}
