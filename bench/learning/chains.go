package learning

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/store"
)

// chainLines are twenty chains of causes that were written before anything was measured on them, half of them held out. Each consists of five notes that name neither their cause
// nor their effect and share few words, with four other notes of its field.
//
//go:embed testdata/chains.jsonl
var chainLines []byte

// causes is one of them.
type causes struct {
	Set, Name     string
	Notes, Others []string
}

func readChains() (out []causes, err error) {
	for line := range bytes.Lines(chainLines) {
		var c causes
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, fmt.Errorf("read chains: %w", err)
		}
		out = append(out, c)
	}
	return out, nil
}

// chainHops is how many hops a path through a chain may have.
const chainHops = 6

// chains measures which chains find_causal_path finds from the first cause to the last effect, and which from the last effect to the first cause, in one store that has all of them.
// The notes of a chain are a day apart, or with linked are linked one with the next without a direction.
func (b *bench) chains(ctx context.Context) (rows []report.Row, err error) {
	for _, linked := range []bool{false, true} {
		found, err := b.walkChains(ctx, linked)
		if err != nil {
			return nil, err
		}
		name := "chains"
		if linked {
			name = "linked_chains"
		}
		for _, set := range []string{"dev", "heldout"} {
			f := found[set]
			rows = append(rows, report.Higher(name+"_found."+set, "1", .8, f.forward()), report.Lower(name+"_reversed."+set, "1", .2, f.reversed()))
		}
	}
	return rows, nil
}

// foundChains counts.
type foundChains struct{ all, there, back int }

func (f *foundChains) forward() float64  { return float64(f.there) / float64(f.all) }
func (f *foundChains) reversed() float64 { return float64(f.back) / float64(f.all) }

func (b *bench) walkChains(ctx context.Context, linked bool) (map[string]*foundChains, error) {
	all, err := readChains()
	if err != nil {
		return nil, err
	}
	dir, err := b.folder()
	if err != nil {
		return nil, err
	}
	e, err := engine.Open(ctx, engine.Config{Data: dir, Models: b.models})
	if err != nil {
		return nil, err
	}
	defer e.Close(context.WithoutCancel(ctx))
	ids, err := tellChains(ctx, e, all)
	if err != nil {
		return nil, err
	}
	out := map[string]*foundChains{"dev": {}, "heldout": {}}
	for i, c := range all {
		f, notes := out[c.Set], ids[i]
		for k := 1; linked && k < len(notes); k++ {
			if _, err := engine.LinkerOf(e).DecideLink(ctx, notes[k-1], notes[k], "link"); err != nil {
				return nil, err
			}
		}
		there, err := leads(ctx, e, notes[0], notes[len(notes)-1])
		if err != nil {
			return nil, err
		}
		back, err := leads(ctx, e, notes[len(notes)-1], notes[0])
		if err != nil {
			return nil, err
		}
		f.all, f.there, f.back = f.all+1, f.there+there, f.back+back
	}
	return out, nil
}

// tellChains stores the notes of all chains, those of each a day apart, and returns their ids.
func tellChains(ctx context.Context, e *engine.Engine, all []causes) (ids [][]store.ID, err error) {
	start := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for k, c := range all {
		var notes []engine.Note
		for i, text := range append(c.Notes[:len(c.Notes):len(c.Notes)], c.Others...) {
			at := start.AddDate(0, 0, i%len(c.Notes)).Add(time.Duration(k+30*(i/len(c.Notes))) * time.Minute)
			notes = append(notes, engine.Note{Content: text, Time: at})
		}
		got, err := e.RememberAll(ctx, notes)
		if err != nil {
			return nil, err
		}
		var of []store.ID
		for i := range c.Notes {
			of = append(of, got[i].ID)
		}
		ids = append(ids, of)
	}
	return ids, nil
}

// leads is 1 if a path of causes is found from one memory to another, also one with an unknown direction.
func leads(ctx context.Context, e *engine.Engine, from, to store.ID) (int, error) {
	p, err := e.FindPath(ctx, engine.PathQuestion{From: from, To: to, MaxHops: chainHops})
	if err != nil || len(p.Memories) == 0 {
		return 0, err
	}
	return 1, nil
}
