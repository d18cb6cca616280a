package ingest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/secrets"
	"asterism/engine/store"
)

// batchNotes is how many notes are stored together: enough to fill the lanes and share one disk sync.
const batchNotes = 128

// maxProblems bounds the problems kept for the report; all are counted.
const maxProblems = 20

// Rememberer is the part of an engine that ingestion uses.
type Rememberer interface {
	// RememberAll returns the outcome of each note. If it fails after it may have stored some, it returns their outcomes with the error: notes that are certainly stored have ids.
	RememberAll(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error)
	// Holds reports whether the namespace contains a live memory with this text; with an id, whether it contains that memory.
	Holds(ctx context.Context, id store.ID, namespace, content string) (bool, error)
}

// Options say how a run's memories are marked and what is called with its progress.
type Options struct {
	Namespace, SessionID string
	Tags                 []string
	Workers              int // batches in flight; 0: as many as the engine needs to keep its device busy
	// Secrets says what to do with keys, passwords and card numbers: redact (also "") replaces them by their kind; refuse leaves the note out.
	Secrets  secrets.Policy
	Progress func(Report) // called after every batch, from several goroutines; may be nil
}

// Report is what a run has done so far.
type Report struct {
	Files, FilesTotal int
	Bytes, BytesTotal int64
	Stored, Skipped   int      // notes
	Unknown           int      // notes of failed calls: each may be stored or not
	Failed            int      // files or lines that could not be read or were refused
	Problems          []string // the first of them
	Redacted          int      // notes from which secrets were removed
	Refused           int      // notes that were left out because of secrets; they count as failed too
	Secrets           []string // the places of the first secrets, with their kinds
	Outdated          Outdated // memories of files whose content has changed; searched for at the end
	Elapsed           time.Duration
}

type run struct {
	Options
	to        Rememberer
	started   time.Time
	batches   chan batch
	mu        sync.Mutex
	report    Report
	seen      map[[32]byte]bool
	given     map[store.ID][32]byte // content hashes of the notes with ids read so far; used by the reader only
	texts     map[[32]byte]bool     // hashes of all pieces of documents; used by the reader only
	documents map[string]bool       // absolute paths of those that could be read
	linked    []engine.Note         // notes that name other memories, which must be stored before them
}

// batch holds notes and the number of source bytes that they represent.
type batch struct {
	notes []engine.Note
	bytes int64
	files int
}

// Run remembers everything in the plan. It stops at the first failure of the engine (acknowledged notes stay); files and
// lines that cannot be read are counted and reported, and do not stop it.
func Run(ctx context.Context, to Rememberer, p *Plan, o Options) (Report, error) {
	if o.Namespace == "" {
		o.Namespace = engine.DefaultNamespace
	}
	if o.Workers == 0 {
		o.Workers = ahead(to)
	}
	r := &run{Options: o, to: to, started: time.Now(), batches: make(chan batch, o.Workers), seen: map[[32]byte]bool{}, given: map[store.ID][32]byte{}, texts: map[[32]byte]bool{}, documents: map[string]bool{}}
	r.report = Report{FilesTotal: len(p.Files), BytesTotal: p.Bytes}
	ctx = secrets.WithPolicy(ctx, o.Secrets.Or(secrets.Redact))
	whole := ctx
	lister := r.mayBeOutdated(whole, p)
	g, ctx := caught.WithContext(ctx)
	g.Go(func() error {
		defer close(r.batches)
		return r.read(ctx, p.Files)
	})
	for range o.Workers {
		g.Go(func() error { return r.store(ctx) })
	}
	err := g.Wait()
	if err == nil {
		err = r.rememberLinked(whole)
	}
	if err == nil && lister != nil {
		r.report.Outdated = r.outdated(whole, lister, p.folders, mostLooked)
	}
	return r.now(), err
}

// ahead returns how many batches should be in flight: the engine's number, otherwise enough for a processor.
func ahead(to Rememberer) int {
	if e, ok := to.(interface{ Ahead() int }); ok {
		return e.Ahead()
	}
	return 4
}

// read turns files into batches.
func (r *run) read(ctx context.Context, files []File) error {
	var b batch
	var given int64 // bytes accounted for
	flush := func() error {
		out := b
		b = batch{}
		select {
		case r.batches <- out:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	add := func(n engine.Note, bytes int) error {
		b.bytes += int64(bytes)
		given += int64(bytes)
		if len(n.Links)+len(n.Supersedes) > 0 {
			r.linked = append(r.linked, n)
			return nil
		}
		if b.notes = append(b.notes, n); len(b.notes) == batchNotes {
			return flush()
		}
		return nil
	}
	for _, f := range files {
		before := given
		if err := r.file(f, add); err != nil {
			return err
		}
		b.bytes += f.Bytes - (given - before) // bytes without notes: blank lines, files that could not be read
		given = before + f.Bytes
		b.files++
	}
	return flush()
}

func (r *run) file(f File, add func(engine.Note, int) error) error {
	switch f.Format {
	case Notes:
		return r.byLine(f, r.parse, add)
	case Graph:
		return r.byLine(f, r.parseGraph, add)
	}
	notes, err := r.document(f.Path)
	if err != nil {
		r.problem(err)
	}
	if err == nil { // otherwise the outcome is not known
		r.says(f.Path)
	}
	left := f.Bytes
	for i, n := range notes {
		r.text(n.Content)
		read := n.Content
		if !r.withoutSecrets(&n, n.Source) {
			continue // its share of the bytes is added to the following notes
		}
		if n.Content != read {
			r.text(n.Content) // in its stored form
		}
		share := left / int64(len(notes)-i)
		left -= share
		if err := add(n, int(share)); err != nil {
			return err
		}
	}
	return nil
}

// store remembers batches until the channel is closed.
func (r *run) store(ctx context.Context) error {
	for b := range r.batches {
		fresh, err := r.fresh(ctx, b.notes)
		if err != nil {
			return err
		}
		stored, err := r.remember(ctx, fresh)
		if err != nil {
			r.count(stored, 0)
			return err
		}
		r.count(stored, len(b.notes)-len(fresh))
		r.mu.Lock()
		r.report.Bytes += b.bytes
		r.report.Files += b.files
		r.mu.Unlock()
		if r.Progress != nil {
			r.Progress(r.now())
		}
	}
	return ctx.Err()
}

// fresh leaves out notes that are already stored, and repeats within the run.
func (r *run) fresh(ctx context.Context, notes []engine.Note) ([]engine.Note, error) {
	var out []engine.Note
	for _, n := range notes {
		holds, err := r.to.Holds(ctx, n.ID, n.Namespace, n.Content)
		if err != nil {
			return nil, err
		}
		if !holds && r.first(n) {
			out = append(out, n)
		}
	}
	return out, nil
}

// first reports whether a note occurs for the first time in this run: another batch may contain it and not be stored yet. A note without an id is a repeat of any earlier
// note with the same text that has no id, or whose id is [engine.SaidID].
func (r *run) first(n engine.Note) bool {
	key := func(id store.ID) [32]byte {
		return sha256.Sum256([]byte(id.String() + n.Namespace + "\x00" + n.Content))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[key(n.ID)] {
		return false
	}
	r.seen[key(n.ID)] = true
	if n.Said() {
		r.seen[key(store.ID{})] = true
	}
	return true
}

// remember stores notes; if one of them is refused as invalid the others are stored one by one. The number of stored notes is right also after an error; notes with an unknown outcome are
// counted in the report.
func (r *run) remember(ctx context.Context, notes []engine.Note) (int, error) {
	if len(notes) == 0 {
		return 0, nil
	}
	got, err := r.patiently(ctx, notes)
	var e *engine.Error
	switch {
	case err == nil:
		return len(notes), nil
	case !errors.As(err, &e) || e.Kind != engine.KindInvalid:
		return r.sure(got, len(notes), err), err
	case len(notes) == 1:
		r.problem(fmt.Errorf("%s: %w", whence(&notes[0]), err))
		return 0, nil
	}
	stored := 0
	for i := range notes {
		n, err := r.remember(ctx, notes[i:i+1])
		if err != nil {
			return stored, err
		}
		stored += n
	}
	return stored, nil
}

// sure returns how many notes of a failed call are known to be stored: those with an id. The outcome of the others is unknown, unless the error says that nothing was done.
func (r *run) sure(got []engine.Remembered, notes int, err error) (stored int) {
	if got == nil && !errors.Is(err, store.ErrUnknown) {
		return 0
	}
	for i := range got {
		if got[i].ID != (store.ID{}) {
			stored++
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Unknown += notes - stored
	return stored
}

// whence describes the origin of a note: its source or, for an exported memory without a source, the memory's id.
func whence(n *engine.Note) string {
	if n.Source == "" {
		return "memory " + n.ID.String()
	}
	return n.Source
}

// patiently retries a busy engine after the time that it requests. Known outcomes of notes are returned with an error too.
func (r *run) patiently(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error) {
	for {
		got, err := r.to.RememberAll(ctx, notes)
		var e *engine.Error
		if !errors.As(err, &e) || e.Kind != engine.KindBusy {
			return got, err
		}
		select {
		case <-time.After(time.Duration(e.RetryAfterMs) * time.Millisecond):
		case <-ctx.Done():
			return got, ctx.Err()
		}
	}
}

// count adds to the report.
func (r *run) count(stored, skipped int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Stored += stored
	r.report.Skipped += skipped
}

func (r *run) problem(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Failed++
	if len(r.report.Problems) < maxProblems {
		r.report.Problems = append(r.report.Problems, err.Error())
	}
}

func (r *run) now() Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.report
	out.Problems = append([]string(nil), r.report.Problems...)
	out.Secrets = append([]string(nil), r.report.Secrets...)
	out.Elapsed = time.Since(r.started)
	return out
}
