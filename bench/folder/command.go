package folder

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/ingest"
	"asterism/engine/secrets"
)

// commandName is what is written after ./bench.
const commandName = "folder"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "notes beside a folder of code: found or pushed out; writes bench-folder.json", Run: run}

//go:embed notes.txt
var notesText string

// A line for each note.
//
//go:embed questions.txt
var questionsText string

func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

func run(ctx context.Context, a *report.Args) (err error) {
	out := a.String("out", report.ResultsFolder, "folder of the result files; empty writes none")
	code := a.String("code", "", "folder of code; empty: Go's standard library")
	pieces := a.Int("pieces", 8500, "how many pieces of it")
	include := a.String("include", "", "what is usually left out, as ingest --include names it, with commas")
	models := a.String("models", "", "folder of the models; empty: looked for in the usual places")
	if err := a.Parse(); err != nil {
		return err
	}
	if *code == "" {
		b, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("ask where Go's library is: %w", err)
		}
		*code = filepath.Join(strings.TrimSpace(string(b)), "src")
	}
	dir, err := os.MkdirTemp("", "asterism-bench-folder-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	e, err := engine.Open(ctx, engine.Config{Data: dir, Models: *models, Secrets: secrets.Allow})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close(context.WithoutCancel(ctx))) }()
	rows, err := measure(ctx, e, *code, *pieces, strings.FieldsFunc(*include, func(c rune) bool { return c == ',' }))
	if err != nil || *out == "" {
		return err
	}
	result := report.NewResult("bench-folder")
	result.Add(rows...)
	return report.Write(*out, &result)
}

// measure stores the notes, asks, stores the code, and asks again.
func measure(ctx context.Context, e *engine.Engine, code string, pieces int, include []string) ([]report.Row, error) {
	notes, questions := lines(notesText), lines(questionsText)
	var all []engine.Note
	for _, n := range notes {
		all = append(all, engine.Note{Content: n})
	}
	if _, err := e.RememberAll(ctx, all); err != nil {
		return nil, err
	}
	alone, err := found(ctx, e, notes, questions, false)
	if err != nil {
		return nil, err
	}
	plan, err := ingest.NewPlan([]string{code}, include...)
	if err != nil {
		return nil, err
	}
	if err := cut(ctx, plan, pieces); err != nil {
		return nil, err
	}
	got, err := ingest.Run(ctx, e, plan, ingest.Options{Secrets: secrets.Allow})
	if err != nil {
		return nil, err
	}
	beside, err := found(ctx, e, notes, questions, false)
	if err != nil {
		return nil, err
	}
	same, err := found(ctx, e, notes, questions, true)
	if err != nil {
		return nil, err
	}
	report.Say("bench "+commandName, "%d notes, %d pieces of %d files: {first, among ten} %v alone, %v beside them, %v where they count as notes", len(notes), got.Stored, got.Files, alone, beside, same)
	row := func(name, unit string, v int) report.Row {
		return report.Row{Name: name, Unit: unit, Value: float64(v)}
	}
	return []report.Row{row("folder_notes", "notes", len(notes)), row("folder_pieces", "pieces", got.Stored), row("folder_found_alone", "notes", alone.ten), row("folder_found_beside", "notes", beside.ten), row("folder_found_as_notes", "notes", same.ten),
		row("folder_first_alone", "notes", alone.first), row("folder_first_beside", "notes", beside.first), row("folder_first_as_notes", "notes", same.first)}, nil
}

// cut keeps of a plan files drawn from all over it, always the same, that have about so many pieces.
func cut(ctx context.Context, plan *ingest.Plan, pieces int) error {
	key := func(f ingest.File) uint64 {
		h := fnv.New64a()
		h.Write([]byte(filepath.ToSlash(f.Path))) // a hash takes everything
		return h.Sum64()
	}
	slices.SortFunc(plan.Files, func(a, b ingest.File) int {
		if key(a) < key(b) {
			return -1
		}
		return 1
	})
	for i := range plan.Files {
		look, err := ingest.Look(ctx, &ingest.Plan{Files: plan.Files[i : i+1]})
		if err != nil {
			return err
		}
		if pieces -= look.Notes; pieces <= 0 {
			plan.Files = plan.Files[:i+1]
			break
		}
	}
	plan.Bytes = 0
	for _, f := range plan.Files {
		plan.Bytes += f.Bytes
	}
	return nil
}

// count is of how many questions the note came first, and was among the first ten.
type count struct{ first, ten int }

// found is of how many questions the note is found.
func found(ctx context.Context, e *engine.Engine, notes, questions []string, files bool) (n count, err error) {
	for i, q := range questions {
		f, err := e.Recall(ctx, engine.Question{Text: q, TopK: 10, Files: files})
		if err != nil {
			return n, err
		}
		at := slices.IndexFunc(f.Hits, func(h engine.Hit) bool { return h.Memory.Content == notes[i] })
		if at == 0 {
			n.first++
		}
		if at >= 0 {
			n.ten++
		}
	}
	return n, nil
}
