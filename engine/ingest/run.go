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

// batchNotes is how many notes travel together: enough to fill the lanes and share one disk sync.
const batchNotes = 128

// maxProblems bounds the problems kept for the report; all are counted.
const maxProblems = 20

// Rememberer is what ingestion needs of an engine.
type Rememberer interface {
	// RememberAll returns what became of each note. One that may have stored some of them when it fails returns them beside the error: those that are stored for sure have their ids.
	RememberAll(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error)
	// Holds reports whether the namespace holds a live memory with this text; with an id, whether it is that very memory.
	Holds(ctx context.Context, id store.ID, namespace, content string) (bool, error)
}

// Options say how a run's memories are marked and who is told of its progress.
type Options struct {
	Namespace, SessionID string
	Tags                 []string
	Workers              int // batches in flight; 0: as many as the engine says keep its device busy
	// Secrets says what becomes of keys, passwords and cards: redact, which "" is too, puts the kind in their place; refuse leaves the note out.
	Secrets  secrets.Policy
	Progress func(Report) // called after every batch, from several goroutines; may be nil
}

// Report is what a run did so far.
type Report struct {
	Files, FilesTotal int
	Bytes, BytesTotal int64
	Stored, Skipped   int      // notes
	Unknown           int      // notes of calls that failed on their way: each may be stored or not
	Failed            int      // files or lines that could not be read or were refused
	Problems          []string // the first of them
	Redacted          int      // notes of which secrets were taken out
	Refused           int      // notes that were left out for their secrets; they count as failed too
	Secrets           []string // the first places of secrets, with their kinds
	Outdated          Outdated // what is still stored of files that say something else now; looked for at the end
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
	given     map[store.ID][32]byte // what the notes that brought an id say, read so far; the reader's alone
	texts     map[[32]byte]bool     // of all pieces of documents, by their hashes; the reader's alone
	documents map[string]bool       // those that could be read, by their paths from the root
	linked    []engine.Note         // those that name other memories, which must be there before them
}

// batch is notes with the bytes of source they stand for.
type batch struct {
	notes []engine.Note
	bytes int64
	files int
}

// Run remembers everything in the plan. It stops at the first failure of the engine (what was acknowledged stays); files
// and lines that cannot be read are counted and reported, and do not stop it.
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

// ahead is how many batches are worth having in flight: what an engine says, else enough for a processor.
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
		b.bytes += f.Bytes - (given - before) // what gave no note: blank lines, files that could not be read
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
	if err == nil { // else nobody knows
		r.says(f.Path)
	}
	left := f.Bytes
	for i, n := range notes {
		r.text(n.Content)
		read := n.Content
		if !r.withoutSecrets(&n, n.Source) {
			continue // its share falls to those after it
		}
		if n.Content != read {
			r.text(n.Content) // as it is stored
		}
		share := left / int64(len(notes)-i)
		left -= share
		if err := add(n, int(share)); err != nil {
			return err
		}
	}
	return nil
}

// store remembers batches until there are no more.
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

// fresh leaves out what the namespace holds already, and repeats within the run.
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

// first reports whether a note is met for the first time in this run: another batch may hold it that is not stored yet. A note that is known by its text alone is met already
// when that text was said at some time.
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

// remember stores notes; when one of them is refused as invalid the others are stored one by one. How many were stored is right beside an error, too; of those that it leaves open the report tells.
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

// sure is how many of the notes of a call that failed are known to be stored: those that got an id. Of the others it is not known, unless the engine is here and says that nothing was done.
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

// whence is where a note comes from, in words: its source, or for one that an export has from a memory without any, the memory's id.
func whence(n *engine.Note) string {
	if n.Source == "" {
		return "memory " + n.ID.String()
	}
	return n.Source
}

// patiently asks a busy engine again after the time it names. What came of the notes is told beside an error, too, where it is known of some.
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

// count adds to what the run did.
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
