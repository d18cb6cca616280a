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

// Book knows the memories of which something could not be read since the store was opened. It is safe for concurrent use.
type Book struct {
	log *slog.Logger

	mu   sync.Mutex
	by   map[store.ID]store.Unread
	said int // lines in the log
}

// New makes an empty book.
func New(log *slog.Logger) *Book { return &Book{log: log, by: map[store.ID]store.Unread{}} }

// mostSaid is how many memories have a line in the log; the state tells the number of all.
const mostSaid = 20

// Note notes what could not be read. The first time that something of a memory is noted it is logged.
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

// Read strikes off what has been read after all: the values of a record.
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

// Clear strikes a memory off: it was written anew, or is gone.
func (b *Book) Clear(id store.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.by, id)
}

// Spaces are those of a memory whose values could not be read.
func (b *Book) Spaces(id store.ID) models.Set {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.by[id].Spaces
}

// Hides reports whether there are memories that neither lists nor searches have.
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

// State is how many memories are in a book, and the first of them in the order of ids.
type State struct {
	Whole   int // of which header or text cannot be read: neither lists nor searches have them
	Partly  int // of which values cannot be read: searches go without these
	Unknown bool
	First   []store.Unread // at most MaxNamed
}

// State is that of the book.
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

// None says that all could be read.
func (s *State) None() bool { return s.Whole+s.Partly == 0 && !s.Unknown }

// Add adds what another store lacks.
func (s *State) Add(o *State) {
	s.Whole, s.Partly, s.Unknown = s.Whole+o.Whole, s.Partly+o.Partly, s.Unknown || o.Unknown
	s.First = append(s.First[:len(s.First):len(s.First)], o.First...)
	s.First = s.First[:min(len(s.First), MaxNamed)]
}

// Words say the state in a line; empty when all could be read.
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

// Lacks says what of a memory is not there.
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
