// Package plan answers: what is to be done so that a folder and a namespace say the same? It compares three states: what both said when they were last equal, the files now,
// and the memories now. It reads and writes nothing.
package plan

import (
	"cmp"
	"slices"
	"time"
)

// Known is a pair of a file and a memory as they were when they last said the same.
type Known struct {
	ID     string `json:"id"`     // as the file has it; of a file from another store it is not the memory's
	Memory string `json:"memory"` // id of the memory
	Path   string `json:"path"`
	File   string `json:"file"`   // hash of what the file said
	Stored string `json:"stored"` // hash of what the memory said; "": the file was stored, and has not been given its id yet
}

// File is a file that is there now.
type File struct {
	ID      string // "": it has none
	Path    string
	Hash    string    // of all it says
	Text    string    // hash of its text alone
	Time    time.Time // of its last change
	Blocked string    // why it cannot be compared; "": it can
}

// Memory is a memory that is there now.
type Memory struct {
	ID   string
	Hash string
	Text string
	Time time.Time // of its last change
	Gone bool      // it was forgotten softly
}

// Kind is what is done.
type Kind string

// What can be done. Store, Change and Restore give the file what the memory says afterwards, its id among it.
const (
	Store   Kind = "store"   // the file becomes a memory
	Change  Kind = "change"  // the memory is to say what the file says
	Restore Kind = "restore" // the forgotten memory comes back, and is to say what the file says
	Forget  Kind = "forget"  // the memory is forgotten softly
	Write   Kind = "write"   // the memory becomes a file
	Rewrite Kind = "rewrite" // the file is to say what the memory says
	Trash   Kind = "trash"   // the file is moved to the trash
	Keep    Kind = "keep"    // both say the same: it is only noted where the file is
	Drop    Kind = "drop"    // both are gone
	Hold    Kind = "hold"    // nothing, because of Why; for a person to look at
)

// Action is one thing to do. File, Memory and Known are nil where there is none.
type Action struct {
	Kind   Kind
	File   *File
	Memory *Memory
	Known  *Known
	// Lost says that both sides changed: what the other side says is kept in a file of its own before it is replaced.
	Lost bool
	Why  string
}

// Make compares the three states. The actions come in the order of known, then files by path, then memories by id; a file and a memory are in one action at most, beside those
// of kind Hold.
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

// pairing finds what belongs together.
type pairing struct {
	files    []*File // by path
	memories []*Memory
	byID     map[string]*File
	byPath   map[string]*File
	memory   map[string]*Memory
	byText   map[string][]*Memory
	texts    map[string]string // of each text that a file has: its path
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

// pair is what to do about a file and a memory that belonged together; false: nothing.
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

// both is what to do where a file and its memory are there.
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

// winner says which side of a conflict is taken: the newer, and the file when both are of one time.
func winner(f *File, m *Memory) Kind {
	if m.Time.After(f.Time) {
		return Rewrite
	}
	return Change
}

// newFiles is what to do about files that belonged to nothing.
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

// sameText is a live memory with the text of a file, which belongs to no file; nil when there is none.
func (p *pairing) sameText(f *File) *Memory {
	for _, m := range p.byText[f.Text] {
		if !m.Gone && !p.claimed[m] && p.byID[m.ID] == nil {
			return m
		}
	}
	return nil
}

// newMemories is what to do about memories that belong to no file.
func (p *pairing) newMemories() (out []Action) {
	for _, m := range p.memories {
		if !m.Gone && !p.claimed[m] {
			out = append(out, Action{Kind: Write, Memory: m})
		}
	}
	return out
}
