package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"asterism/engine"
	"asterism/engine/device"
	"asterism/engine/drift"
)

// defaultData is $ASTERISM_HOME, or ~/.asterism.
func defaultData() string {
	if d := os.Getenv("ASTERISM_HOME"); d != "" {
		return d
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ".asterism"
	}
	return filepath.Join(home, ".asterism")
}

// defaultIndexDevice is $ASTERISM_INDEX_DEVICE, or auto.
func defaultIndexDevice() string { return cmp.Or(os.Getenv("ASTERISM_INDEX_DEVICE"), device.WantAuto) }

// logger writes to stderr; stdout belongs to answers and, over stdio, to the protocol. It is the process's log from then on, in which panics are told of, and what libraries say.
func (g *globals) logger() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(g.logLevel)); err != nil {
		return nil, fmt.Errorf("unknown --log-level %q: valid are debug, info, warn, error", g.logLevel)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	slog.SetLogLoggerLevel(slog.LevelWarn) // of what libraries say
	slog.SetDefault(log)
	return log, nil
}

// config turns the flags into an engine's configuration.
func (g *globals) config() (engine.Config, error) {
	log, err := g.logger()
	if err != nil {
		return engine.Config{}, err
	}
	return engine.Config{Data: g.data, Profile: g.profile, Models: g.models, Device: g.device, IndexDevice: g.indexDevice, IndexMemory: int64(g.indexMemory), StoreCache: int64(g.storeCache), DriftThresholds: drift.Thresholds(g.driftLevels), Images: g.images, Log: log}, nil
}

// open starts an engine with a progress bar on a terminal.
func (g *globals) open(ctx context.Context) (*engine.Engine, error) {
	c, err := g.config()
	if err != nil {
		return nil, err
	}
	bar := newBar("loading")
	c.Progress = func(stage string, done, total int) { bar.set(stage, int64(done), int64(total)) }
	defer bar.done()
	return engine.Open(ctx, c)
}

// use opens an engine, runs do, and closes it; the first error counts.
func (g *globals) use(ctx context.Context, do func(*engine.Engine) error) error {
	e, err := g.open(ctx)
	if err != nil {
		return err
	}
	err = do(e)
	if cerr := e.Close(context.WithoutCancel(ctx)); err == nil {
		err = cerr
	}
	return err
}

// printJSON writes one JSON document to stdout.
func printJSON(v any) error {
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// complain says an error and the way out on stderr.
func complain(err error) {
	fmt.Fprintln(os.Stderr, "asterism: "+strings.TrimSpace(err.Error()))
	var e *engine.Error
	if errors.As(err, &e) && e.Hint != "" {
		fmt.Fprintln(os.Stderr, "  "+e.Hint)
	}
}
