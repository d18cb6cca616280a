// Package plan answers: what must be done so that a folder and a namespace are equal? It compares three states: the last state in which both were equal, the present files, and the
// present memories. It reads and writes nothing.
package plan

import (
	"cmp"
	"slices"
	"time"
)

// Known is a pair of a file and a memory in their last equal state.
type Known struct {
	ID     string `json:"id"`     // in the file; for a file from another store it differs from the memory's
	Memory string `json:"memory"` // id of the memory
	Path   string `json:"path"`
	File   string `json:"file"`   // hash of the file's content
	Stored string `json:"stored"` // hash of the memory's content; "": the file was stored, and has not been given its id yet
}

// File is a present file.
type File struct {
	ID      string // "": it has none
	Path    string
	Hash    string    // of its whole content
	Text    string    // hash of its text only
	Time    time.Time // of its last change
	Blocked string    // why it cannot be compared; "": it can
}

// Memory is a present memory.
type Memory struct {
	ID   string
	Hash string
	Text string
	Time time.Time // of its last change
	Gone bool      // it is softly forgotten
}

// Kind is a kind of action.
type Kind string

// The kinds of actions. After Store, Change and Restore the file is made equal to the memory, including its id.
const (
	Store   Kind = "store"   // the file becomes a memory
	Change  Kind = "change"  // the memory is made equal to the file
	Restore Kind = "restore" // the forgotten memory is restored and made equal to the file
	Forget  Kind = "forget"  // the memory is forgotten softly
	Write   Kind = "write"   // the memory becomes a file
	Rewrite Kind = "rewrite" // the file is made equal to the memory
	Trash   Kind = "trash"   // the file is moved to the trash
	Keep    Kind = "keep"    // both are equal: only the file's path is recorded
	Drop    Kind = "drop"    // both are gone
	Hold    Kind = "hold"    // nothing, because of Why; for a person to check
)

// Action is one action. File, Memory and Known are nil if there is none.
type Action struct {
	Kind   Kind
	File   *File
	Memory *Memory
	Known  *Known
	// Lost means that both sides changed: the replaced side is kept in a file of its own.
	Lost bool
	Why  string
}

// Make compares the three states. The actions are in the order of known, then files by path, then memories by id. A file or a memory is in at most one action, apart from those of
// kind Hold.
func Make(known []Known, files []File, memories []Memory) []Action {
	p := newPairing(known, files, memories)
	var out []Action
	for i := range known {
		if a, ok := p.pair(&known[i]); ok {
			out = append(out, a)
		}
	}
	return append(append(out, p.newFiles()...), p.newMemories()...)
}

// pairing matches files and memories.
type pairing struct {
	files    []*File // by path
	memories []*Memory
	byID     map[string]*File
	byPath   map[string]*File
	memory   map[string]*Memory
	byText   map[string][]*Memory
	texts    map[string]string // by text of a file: its path
	used     map[*File]bool
	claimed  map[*Memory]bool
	held     []Action
}

func newPairing(known []Known, files []File, memories []Memory) *pairing {
	p := &pairing{byID: map[string]*File{}, byPath: map[string]*File{}, memory: map[string]*Memory{}, byText: map[string][]*Memory{}, texts: map[string]string{}, used: map[*File]bool{}, claimed: map[*Memory]bool{}}
	home := map[string]string{}
	for _, k := range known {
		home[k.ID] = k.Path
	}
	for i := range files {
		p.files = append(p.files, &files[i])
		p.byPath[files[i].Path] = &files[i]
	}
	slices.SortFunc(p.files, func(a, b *File) int { return cmp.Compare(a.Path, b.Path) })
	for _, f := range p.files {
		if before := p.byID[f.ID]; f.ID != "" && (before == nil || f.Path == home[f.ID]) {
			p.byID[f.ID] = f
		}
	}
	for i := range memories {
		m := &memories[i]
		p.memories = append(p.memories, m)
		p.memory[m.ID] = m
	}
	slices.SortFunc(p.memories, func(a, b *Memory) int { return cmp.Compare(a.ID, b.ID) })
	for _, m := range p.memories {
		p.byText[m.Text] = append(p.byText[m.Text], m)
	}
	for _, f := range p.files {
		if f.ID != "" && p.byID[f.ID] != f {
			p.used[f] = true
			p.held = append(p.held, Action{Kind: Hold, File: f, Why: "it has the id of " + p.byID[f.ID].Path + ": take the line with the id out of the one that is a copy"})
		}
	}
	return p
}

// pair returns the action for a file and a memory that belonged together; false: none.
func (p *pairing) pair(k *Known) (Action, bool) {
	f, m := p.byID[k.ID], p.memory[k.Memory]
	if at := p.byPath[k.Path]; f == nil && at != nil && at.ID == "" {
		f = at // its front matter is gone, or was never written
	}
	if f != nil {
		p.used[f] = true
		p.texts[f.Text] = f.Path
	}
	if m != nil {
		p.claimed[m] = true
	}
	live := m != nil && !m.Gone
	a := Action{File: f, Memory: m, Known: k}
	switch {
	case f != nil && f.Blocked != "":
		a.Kind, a.Why = Hold, f.Blocked
	case f != nil && live:
		return both(a)
	case f != nil && f.Hash == k.File:
		a.Kind = Trash
	case f != nil && m != nil: // an edit is kept, whichever came first
		a.Kind, a.Why = Restore, "its memory was forgotten, and the file changed since"
	case f != nil:
		a.Kind, a.Why = Store, "its memory was removed for good, and the file changed since"
	case live && m.Hash != k.Stored && k.Stored != "":
		a.Kind, a.Why = Write, "its file was deleted, and the memory changed since"
	case live:
		a.Kind = Forget
	default:
		a.Kind = Drop
	}
	return a, true
}

// both returns the action if a file and its memory exist.
func both(a Action) (Action, bool) {
	f, m, k := a.File, a.Memory, a.Known
	fileChanged, memoryChanged := f.Hash != k.File, m.Hash != k.Stored
	switch {
	case k.Stored == "" && fileChanged:
		a.Kind = Change
	case k.Stored == "" || f.ID == "" && !fileChanged:
		a.Kind = Rewrite
	case f.ID != "" && f.Hash == m.Hash:
		if a.Kind = Keep; !fileChanged && !memoryChanged && f.Path == k.Path {
			return a, false
		}
	case !fileChanged && !memoryChanged:
		if a.Kind = Keep; f.Path == k.Path {
			return a, false
		}
	case fileChanged && memoryChanged && f.Hash != m.Hash:
		a.Lost, a.Kind = true, winner(f, m)
	case memoryChanged && !fileChanged:
		a.Kind = Rewrite
	default:
		a.Kind = Change
	}
	return a, true
}

// winner returns which side of a conflict wins: the newer one, and the file if both have the same time.
func winner(f *File, m *Memory) Kind {
	if m.Time.After(f.Time) {
		return Rewrite
	}
	return Change
}

// newFiles returns the actions for files that belonged to nothing.
func (p *pairing) newFiles() []Action {
	out := p.held
	for _, f := range p.files {
		if p.used[f] {
			continue
		}
		a := Action{File: f}
		m := p.memory[f.ID]
		same := p.sameText(f)
		switch other, twice := p.texts[f.Text]; {
		case f.Blocked != "":
			a.Kind, a.Why = Hold, f.Blocked
		case f.ID != "" && m != nil && !p.claimed[m]:
			a.Memory = m
			switch {
			case m.Gone:
				a.Kind = Restore
			case m.Hash == f.Hash:
				a.Kind = Keep
			default:
				a.Kind, a.Lost = winner(f, m), true
			}
		case twice:
			a.Kind, a.Why = Hold, "it says the same as "+other+": one of them is enough"
		case same != nil: // it was stored, and the file has not been given its id
			a.Kind, a.Memory = Change, same
		default:
			a.Kind = Store
		}
		if a.Memory != nil {
			p.claimed[a.Memory] = true
		}
		if a.Kind != Hold {
			p.texts[f.Text] = f.Path
		}
		out = append(out, a)
	}
	return out
}

// sameText returns a live memory with the text of a file and without a file of its own; nil if there is none.
func (p *pairing) sameText(f *File) *Memory {
	for _, m := range p.byText[f.Text] {
		if !m.Gone && !p.claimed[m] && p.byID[m.ID] == nil {
			return m
		}
	}
	return nil
}

// newMemories returns the actions for memories without a file.
func (p *pairing) newMemories() (out []Action) {
	for _, m := range p.memories {
		if !m.Gone && !p.claimed[m] {
			out = append(out, Action{Kind: Write, Memory: m})
		}
	}
	return out
}
