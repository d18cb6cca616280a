package unread

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// Book lists the memories with parts that could not be read since the store was opened. It is safe for concurrent use.
type Book struct {
	log *slog.Logger

	mu   sync.Mutex
	by   map[store.ID]store.Unread
	said int // number of lines in the log
}

// New makes an empty book.
func New(log *slog.Logger) *Book { return &Book{log: log, by: map[store.ID]store.Unread{}} }

// mostSaid is the greatest number of memories with a line in the log; the state has the number of all.
const mostSaid = 20

// Note records what could not be read. The first time for a memory it is also logged.
func (b *Book) Note(u store.Unread) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old, known := b.by[u.ID]
	u.Whole, u.Spaces = u.Whole || old.Whole, u.Spaces|old.Spaces
	if known && u.Whole == old.Whole && u.Spaces == old.Spaces {
		return
	}
	b.by[u.ID] = u
	if b.said++; b.said > mostSaid {
		return
	}
	b.log.Warn("a memory is damaged in the store, and what cannot be read of it is left out", "memory", name(u.ID), "lacks", Lacks(&u), "error", u.Err)
}

// Read removes the spaces of a record that have been read after all.
func (b *Book) Read(id store.ID, record *fingerprint.Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	u, known := b.by[id]
	if !known {
		return
	}
	for _, s := range u.Spaces.Spaces() {
		if !record[s].Absent() {
			u.Spaces = u.Spaces.Without(models.SetOf(s))
		}
	}
	if u.Whole = false; u.Spaces == 0 {
		delete(b.by, id)
		return
	}
	b.by[id] = u
}

// Clear removes a memory: it was written again, or is gone.
func (b *Book) Clear(id store.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.by, id)
}

// Spaces returns those of a memory whose values could not be read.
func (b *Book) Spaces(id store.ID) models.Set {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.by[id].Spaces
}

// Hides reports whether there are memories missing from lists and searches.
func (b *Book) Hides() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, u := range b.by {
		if u.Whole || id == uuid.Nil {
			return true
		}
	}
	return false
}

// MaxNamed is how many memories a state names.
const MaxNamed = 20

// State holds the number of memories in a book, and the first of them in the order of ids.
type State struct {
	Whole   int // memories whose header or text cannot be read: they are missing from lists and searches
	Partly  int // memories with values that cannot be read: searches ignore these values
	Unknown bool
	First   []store.Unread // at most MaxNamed
}

// State returns the state of the book.
func (b *Book) State() (s State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, u := range b.by {
		switch {
		case id == uuid.Nil:
			s.Unknown = true
			continue
		case u.Whole:
			s.Whole++
		default:
			s.Partly++
		}
		s.First = append(s.First, u)
	}
	slices.SortFunc(s.First, func(x, y store.Unread) int { return bytes.Compare(x.ID[:], y.ID[:]) })
	s.First = s.First[:min(len(s.First), MaxNamed)]
	return s
}

// None reports that everything could be read.
func (s *State) None() bool { return s.Whole+s.Partly == 0 && !s.Unknown }

// Add adds the state of another store.
func (s *State) Add(o *State) {
	s.Whole, s.Partly, s.Unknown = s.Whole+o.Whole, s.Partly+o.Partly, s.Unknown || o.Unknown
	s.First = append(s.First[:len(s.First):len(s.First)], o.First...)
	s.First = s.First[:min(len(s.First), MaxNamed)]
}

// Words describes the state in one line; empty if everything could be read.
func (s *State) Words() string {
	if s.None() {
		return ""
	}
	var parts []string
	if s.Whole > 0 {
		parts = append(parts, fmt.Sprintf("memories whose text or header is damaged, which nothing finds: %d", s.Whole))
	}
	if s.Partly > 0 {
		parts = append(parts, fmt.Sprintf("memories that searches find without their damaged vectors: %d", s.Partly))
	}
	if s.Unknown {
		parts = append(parts, "and a damaged part of the store whose memories are not known")
	}
	var ids []string
	for i := range s.First {
		ids = append(ids, fmt.Sprintf("%s (%s)", s.First[i].ID, Lacks(&s.First[i])))
	}
	words := strings.Join(parts, "; ")
	if len(ids) > 0 {
		words += ": " + strings.Join(ids, ", ")
	}
	if more := s.Whole + s.Partly - len(ids); more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// Lacks describes which part of a memory is missing.
func Lacks(u *store.Unread) string {
	if u.Whole {
		return "all of it"
	}
	var codes []string
	for _, s := range u.Spaces.Spaces() {
		codes = append(codes, s.Code())
	}
	return strings.Join(codes, " ")
}

func name(id store.ID) string {
	if id == uuid.Nil {
		return "unknown"
	}
	return id.String()
}
