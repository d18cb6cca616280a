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

// The actions of control_meta_learning.
const (
	MetaEnable       = "enable"        // corrections of λ
	MetaDisable      = "disable"       // corrections of λ; predictions are still recorded
	MetaResetLambda  = "reset_lambda"  // to the value of the lifecycle
	MetaResetWeights = "reset_weights" // of search, to those before any outcome
	MetaAcknowledge  = "acknowledge"   // a person has looked at the problem
	MetaClear        = "clear"         // all events of the log
	MetaExport       = "export"        // writes everything learned into a new file
	MetaImport       = "import"        // replaces everything learned by a file
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

// clearMetaLog removes all events and returns how many there were.
func clearMetaLog(ctx context.Context, e *Engine) (int, error) {
	page, err := e.MetaLog(ctx, metautl.Query{Limit: 1})
	if err != nil {
		return 0, err
	}
	return page.Total, e.ClearMetaLog(ctx)
}

// exportMeta writes a file next to the named one and then moves it there, so that it is complete or missing. It does not replace an existing file.
func exportMeta(ctx context.Context, e *Engine, path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".export-*") // readable by its owner only
	if err != nil {
		return badFile("export to "+path, err)
	}
	defer os.Remove(f.Name())
	if err := errors.Join(e.ExportMeta(ctx, f), f.Sync(), f.Close()); err != nil {
		return err
	}
	err = os.Link(f.Name(), path) // unlike a rename it fails if the file exists
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

// badFile returns the error about a file that the caller named; nil if there is none.
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
