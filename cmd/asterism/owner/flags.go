// Package owner answers: who owns the store, and how does a command reach it? One process at a time serves a data directory. It holds a lock, announces where it listens, and has a
// socket that only its user can reach. A command uses the process that is there, or opens the store itself while it works.
package owner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/device"
	"asterism/engine/drift"
	"asterism/engine/metautl"
	"asterism/engine/store"
	"asterism/mcp/project"
	"asterism/mcp/tooldrift"
	"asterism/models"

	"github.com/spf13/pflag"
)

// Flags are the flags that every subcommand has.
type Flags struct {
	Data, Profile, Device, Models, LogLevel, Connect string
	IndexDevice                                      string
	JSON                                             bool
	IndexMemory, StoreCache                          shell.ByteSize
	DriftLevels                                      shell.DriftLevels
	Learning                                         shell.LearningSettings
	Images                                           []string
	Version                                          string // of this program
	Command                                          string // the command after the program's name, without arguments: "goal list"
	MakesStore                                       bool   // it may create a missing store; see [Flags.NoStore]

	AnyModels bool // it neither embeds nor searches, and also reads a store of other models; see [engine.Config.AnyModels]

	home project.Home // see FindHome
}

// Define adds the flags to a command line.
func (g *Flags) Define(f *pflag.FlagSet) {
	f.StringVar(&g.Data, "data", defaultData(), "directory of the store ($ASTERISM_HOME)")
	f.StringVar(&g.Profile, "profile", "compact", "models to embed with: compact, full")
	f.StringVar(&g.Models, "models", "", "folder of the profile's models ($ASTERISM_MODELS; default: beside the program)")
	f.StringVar(&g.Device, "device", "auto", "where to embed: auto, cpu, cuda:N (this program's kernels, for the full profile), onnx-cuda:N (ONNX Runtime's provider)")
	f.StringVar(&g.IndexDevice, "index-device", defaultIndexDevice(), "where to search from 20,000 memories on: auto (a GPU that is found, unless --device cpu), cpu, cuda:N ($ASTERISM_INDEX_DEVICE); a server that is asked has its own")
	f.Var(&g.IndexMemory, "index-memory", "most memory that search may hold, such as 2GiB (default half of the machine's); beyond it vectors are read from disk; a server that is asked has its own")
	f.Var(&g.StoreCache, "store-cache", "most memory for what the store has read from disk, such as 64MiB (default a sixteenth of what is free, 32MiB to 512MiB); a server that is asked has its own")
	f.Var(&g.DriftLevels, "drift-thresholds", "similarities from which on drift is None, Low, Medium, High, and Critical below (default 0.85,0.6,0.55,0.4); a server that is asked has its own")
	f.Var(&g.Learning, "learning", "settings of meta-learning, as NAME=NUMBER,… (may be given again; 'asterism meta settings' lists them); a server that is asked has its own")
	f.StringSliceVar(&g.Images, "images", nil, "folder whose files may be named as images (may be given again; default: images are sent whole); a server that is asked has its own")
	f.BoolVar(&g.JSON, "json", false, "print JSON for programs")
	f.StringVar(&g.Connect, "connect", ConnectAuto, "auto: when a server listens that owns the store, ask it; off: never; or the address of a server to ask")
	f.StringVar(&g.LogLevel, "log-level", "warn", "what to log on stderr: debug, info, warn, error")
}

// defaultData returns $ASTERISM_HOME, or ~/.asterism; "" if neither is known, which [CheckFolder] refuses: the working folder would be an accident.
func defaultData() string {
	if d := os.Getenv("ASTERISM_HOME"); d != "" {
		return d
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".asterism")
}

// defaultIndexDevice returns $ASTERISM_INDEX_DEVICE, or auto.
func defaultIndexDevice() string { return cmp.Or(os.Getenv("ASTERISM_INDEX_DEVICE"), device.WantAuto) }

// FindHome finds the namespace of commands that name none: the given one, or that of the working folder's project. [Flags.Home] then returns it.
func (g *Flags) FindHome(given string) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	return g.FindHomeOf(given, dir)
}

// FindHomeOf is FindHome for another folder.
func (g *Flags) FindHomeOf(given, dir string) (err error) {
	g.home, err = project.Decide(given, g.Data, dir)
	return err
}

// Home returns the namespace of commands that name none.
func (g *Flags) Home() project.Home { return g.home }

// Namespace returns the namespace of a command: the one that it names, else its home.
func (g *Flags) Namespace(named string) string { return cmp.Or(named, g.home.Namespace) }

// Logger writes to stderr; stdout is for answers and, over stdio, for the protocol. It becomes the process's log, for panics and libraries too.
func (g *Flags) Logger() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(g.LogLevel)); err != nil {
		return nil, fmt.Errorf("unknown --log-level %q: valid are debug, info, warn, error", g.LogLevel)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	slog.SetLogLoggerLevel(slog.LevelWarn) // for libraries
	slog.SetDefault(log)
	return log, nil
}

// Config turns the flags into an engine's configuration. It refuses a node's folder, which must not get a single machine's store.
func (g *Flags) Config() (engine.Config, error) {
	if err := refuseNode(g.Data); err != nil {
		return engine.Config{}, err
	}
	return g.NodeConfig()
}

// NodeConfig is Config for the engines of a cluster node.
func (g *Flags) NodeConfig() (engine.Config, error) {
	log, err := g.Logger()
	if err == nil {
		err = refuseForeign(g.Data)
	}
	if err != nil {
		return engine.Config{}, err
	}
	return engine.Config{Data: g.Data, Profile: g.Profile, Models: g.Models, Device: g.Device, IndexDevice: g.IndexDevice, IndexMemory: int64(g.IndexMemory), StoreCache: int64(g.StoreCache), DriftThresholds: drift.Thresholds(g.DriftLevels), Learning: metautl.Settings(g.Learning), Images: g.Images, Log: log,
		OnMove: func(from, into string) error {
			_, err := project.Registry{Data: g.Data}.Rename(from, into)
			return err
		}}, nil
}

// open starts an engine, with a progress bar on a terminal. With later its models and its index are opened when they are needed, else at once.
func (g *Flags) open(ctx context.Context, later bool) (*engine.Engine, error) {
	c, err := g.Config()
	if err == nil {
		err = CheckDescriptors()
	}
	if err != nil {
		return nil, err
	}
	c.ModelsLater, c.IndexLater, c.ReadAnyway, c.AnyModels = later, later, later, later && g.AnyModels
	bar := shell.NewBar("loading")
	c.Progress = func(stage string, done, total int) {
		if bar.Set(stage, int64(done), int64(total)); done >= total { // what is read later ends after this
			bar.Done()
		}
	}
	defer bar.Done()
	e, err := engine.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	switch why := engine.OnlyReads(e); {
	case errors.Is(why, store.ErrProfile):
		fmt.Fprintln(os.Stderr, "asterism: the store was written with other models than these: it is only read, and cannot be searched until it is embedded again")
	case why != nil:
		fmt.Fprintf(os.Stderr, "asterism: the store is only read, since its disk cannot be written: %v\n", why)
	}
	return e, nil
}

// Use opens an engine and its models, runs do, and closes it. It returns the first error.
func (g *Flags) Use(ctx context.Context, do func(*engine.Engine) error) error {
	return g.use(ctx, false, do)
}

func (g *Flags) use(ctx context.Context, later bool, do func(*engine.Engine) error) error {
	e, err := g.open(ctx, later)
	if err != nil {
		return err
	}
	err = do(e)
	if cerr := e.Close(context.WithoutCancel(ctx)); err == nil {
		err = cerr
	}
	return err
}

// Manifest reads the manifest of the selected profile.
func (g *Flags) Manifest() (*models.Manifest, error) { return g.ManifestOf(g.Profile) }

// ManifestOf reads the manifest of a profile.
func (g *Flags) ManifestOf(profile string) (*models.Manifest, error) {
	dir, err := models.FindDir(profile, g.Models)
	if err != nil {
		return nil, err
	}
	return models.LoadManifest(dir)
}

// Pins returns the pinned tool lists of other servers.
func (g *Flags) Pins() tooldrift.Pins {
	return tooldrift.Pins{Dir: filepath.Join(g.Data, "pins")}
}
