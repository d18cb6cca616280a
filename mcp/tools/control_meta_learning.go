package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/metautl"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// What control_meta_learning does.
const (
	MetaEnable       = "enable"        // corrections of λ
	MetaDisable      = "disable"       // corrections of λ; predictions are recorded all the same
	MetaResetLambda  = "reset_lambda"  // to what the lifecycle gives
	MetaResetWeights = "reset_weights" // of search, to what they were before any outcome
	MetaAcknowledge  = "acknowledge"   // a person has looked
	MetaClear        = "clear"         // all events of the log
	MetaExport       = "export"        // all that was learned into a new file
	MetaImport       = "import"        // a file in place of what was learned
)

var metaControls = []string{MetaEnable, MetaDisable, MetaResetLambda, MetaResetWeights, MetaAcknowledge, MetaClear, MetaExport, MetaImport}

func (o Owner) controlMetaLearning() *Tool {
	return &Tool{
		Name:        "control_meta_learning",
		Title:       "Steer what is learned",
		Description: "Switch, reset, acknowledge, clear, export or import what was learned from outcomes.",
		Hints:       Hints{Destructive: true},
		Input: `{"type":"object","properties":{"do":{"type":"string","enum":["` + strings.Join(metaControls, `","`) + `"]},
			"file":{"type":"string","description":"absolute path, of export and import"}},"required":["do"],"additionalProperties":false}`,
		Output: `"done":{"type":"string"},"events":{"type":"integer"}`,
		Always: []string{"done"},
		Prepare: func(a *arguments.Given) Job {
			do, file := a.Choice("do", "", metaControls), a.Text("file", maxPath)
			if withFile := do == MetaExport || do == MetaImport; withFile != (file != "") || withFile && !filepath.IsAbs(file) {
				a.Problem("file is %q and do is %s: export and import want the absolute path of a file, and the others none", file, do)
			}
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				done := answer.MetaControlled{Done: do}
				var err error
				switch do {
				case MetaEnable, MetaDisable:
					err = e.EnableMeta(ctx, do == MetaEnable)
				case MetaResetLambda:
					err = e.ResetLambda(ctx)
				case MetaResetWeights:
					err = e.ResetSearchWeights(ctx)
				case MetaAcknowledge:
					err = e.AcknowledgeMeta(ctx)
				case MetaClear:
					done.Events, err = clearMetaLog(ctx, e)
				case MetaExport:
					err = exportMeta(ctx, e, file)
				case MetaImport:
					err = importMeta(ctx, e, file)
				}
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: done}, nil
			}
		},
	}
}

// clearMetaLog removes all events and says how many there were.
func clearMetaLog(ctx context.Context, e *Engine) (int, error) {
	page, err := e.MetaLog(ctx, metautl.Query{Limit: 1})
	if err != nil {
		return 0, err
	}
	return page.Total, e.ClearMetaLog(ctx)
}

// exportMeta writes a file beside the named one and then moves it there, whole or not at all. An existing file is not replaced.
func exportMeta(ctx context.Context, e *Engine, path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".export-*") // readable by its owner alone
	if err != nil {
		return badFile("export to "+path, err)
	}
	defer os.Remove(f.Name())
	if err := errors.Join(e.ExportMeta(ctx, f), f.Sync(), f.Close()); err != nil {
		return err
	}
	err = os.Link(f.Name(), path) // unlike a rename it fails when the place is taken
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("the file is there already; name another")
	}
	return badFile("export to "+path, err)
}

func importMeta(ctx context.Context, e *Engine, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return badFile("import", err)
	}
	return errors.Join(e.ImportMeta(ctx, f), f.Close())
}

// badFile is the error of a file that the caller named; nil when there is none.
func badFile(doing string, err error) error {
	if err == nil {
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: doing, Err: err, Hint: "name a file in a folder that you can write"}
}

func (o Owner) getSearchWeights() *Tool {
	return &Tool{
		Name:        "get_search_weights",
		Title:       "Show the learned weights of search",
		Description: "The weights of the spaces that outcomes have taught search.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input:       `{"type":"object","properties":{},"additionalProperties":false}`,
		Output:      `"answers":{"type":"integer"},"outcomes":{"type":"integer"},"next_learning":{"type":"integer"},"domains":{"type":"object"}`,
		Always:      []string{"answers", "outcomes", "next_learning", "domains"},
		Prepare: func(*arguments.Given) Job {
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				w, err := e.SearchWeights(ctx)
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: answer.SearchWeightsOf(w)}, nil
			}
		},
	}
}
