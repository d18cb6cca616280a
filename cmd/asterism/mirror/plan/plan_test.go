package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func day(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }

// TestOnePair is the table of the three states.
func TestOnePair(t *testing.T) {
	known := Known{ID: "a", Memory: "a", Path: "a.md", File: "1", Stored: "1"}
	file := func(hash string, d int) *File {
		return &File{ID: "a", Path: "a.md", Hash: hash, Text: hash, Time: day(d)}
	}
	memory := func(hash string, d int) *Memory { return &Memory{ID: "a", Hash: hash, Text: hash, Time: day(d)} }
	gone := &Memory{ID: "a", Hash: "1", Gone: true, Time: day(2)}
	bare := func(hash string) *File { f := file(hash, 1); f.ID = ""; return f }
	moved := file("1", 1)
	moved.Path = "b/a.md"
	blocked := file("9", 1)
	blocked.Blocked = "no YAML"
	for name, c := range map[string]struct {
		file   *File
		memory *Memory
		known  Known
		want   string
	}{
		"nothing":                     {file("1", 1), memory("1", 1), known, ""},
		"the file":                    {file("2", 1), memory("1", 9), known, "change"},
		"the memory":                  {file("1", 9), memory("2", 1), known, "rewrite"},
		"both, the file is newer":     {file("2", 2), memory("3", 1), known, "change lost"},
		"both, the memory is newer":   {file("2", 1), memory("3", 2), known, "rewrite lost"},
		"both, at one time":           {file("2", 1), memory("3", 1), known, "change lost"},
		"both, to the same":           {file("2", 1), memory("2", 2), known, "keep"},
		"the file is gone":            {nil, memory("1", 1), known, "forget"},
		"gone, and the memory new":    {nil, memory("2", 1), known, "write"},
		"forgotten":                   {file("1", 1), gone, known, "trash"},
		"purged":                      {file("1", 1), nil, known, "trash"},
		"forgotten, and the file new": {file("2", 1), gone, known, "restore"},
		"purged, and the file new":    {file("2", 1), nil, known, "store"},
		"both gone":                   {nil, gone, known, "drop"},
		"moved":                       {moved, memory("1", 1), known, "keep"},
		"blocked":                     {blocked, memory("2", 1), known, "hold"},
		"blocked, and forgotten":      {blocked, gone, known, "hold"},
		"no header any more":          {bare("1"), memory("1", 1), known, "rewrite"},
		"no header, another text":     {bare("2"), memory("1", 1), known, "change"},
		"stored, not settled":         {bare("1"), memory("2", 1), Known{ID: "a", Memory: "a", Path: "a.md", File: "1"}, "rewrite"},
		"stored, and changed since":   {bare("3"), memory("2", 9), Known{ID: "a", Memory: "a", Path: "a.md", File: "1"}, "change"},
		"unknown, the same":           {file("1", 1), memory("1", 1), Known{}, "keep"},
		"unknown, another":            {file("2", 2), memory("1", 1), Known{}, "change lost"},
		"unknown, forgotten":          {file("2", 2), gone, Known{}, "restore"},
		"a new file":                  {bare("2"), nil, Known{}, "store"},
		"from another store":          {file("2", 1), nil, Known{}, "store"},
		"stored, the answer was lost": {bare("1"), memory("1", 1), Known{}, "change"},
		"a new memory":                {nil, memory("1", 1), Known{}, "write"},
	} {
		var k []Known
		var f []File
		var m []Memory
		if c.known.ID != "" {
			k = append(k, c.known)
		}
		if c.file != nil {
			f = append(f, *c.file)
		}
		if c.memory != nil {
			m = append(m, *c.memory)
		}
		var said []string
		for _, a := range Make(k, f, m) {
			s := string(a.Kind)
			if a.Lost {
				s += " lost"
			}
			said = append(said, s)
		}
		if got := strings.Join(said, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestCopiesAreHeld(t *testing.T) {
	known := []Known{{ID: "a", Memory: "a", Path: "z.md", File: "1", Stored: "1"}}
	files := []File{{ID: "a", Path: "a copy.md", Hash: "1", Text: "1"}, {ID: "a", Path: "z.md", Hash: "1", Text: "1"}, {Path: "n.md", Hash: "5", Text: "1"}}
	got := Make(known, files, []Memory{{ID: "a", Hash: "1", Text: "1"}})
	if len(got) != 2 || got[0].Kind != Hold || !strings.Contains(got[0].Why, "id of z.md") || got[1].Kind != Hold || !strings.Contains(got[1].Why, "same as z.md") {
		t.Errorf("%+v", got)
	}
}

func TestTooMany(t *testing.T) {
	for _, c := range []struct {
		forget, trash, known int
		refused              bool
	}{{0, 0, 0, false}, {1, 0, 1, true}, {1, 0, 2, false}, {2, 0, 2, true}, {3, 0, 4, false}, {4, 0, 10, true}, {4, 0, 16, false}, {5, 0, 16, true}, {0, 5, 16, true}, {2, 2, 10, false}} {
		var actions []Action
		for range c.forget {
			actions = append(actions, Action{Kind: Forget})
		}
		for range c.trash {
			actions = append(actions, Action{Kind: Trash})
		}
		if got := TooMany(actions, c.known); (got != "") != c.refused {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// world is a mock folder and store on which plans are carried out.
type world struct {
	known    []Known
	files    map[string]File // by path
	memories map[string]Memory
	kept     []string // texts in the trash, and of conflicts
	made     int
}

// carryOut does what the program does, as far as it matters to plans.
func (w *world) carryOut(t *rapid.T, actions []Action) {
	drop := func(k *Known) {
		if k != nil {
			id := k.ID
			w.known = slices.DeleteFunc(w.known, func(n Known) bool { return n.ID == id })
		}
	}
	seen := map[string]bool{}
	for _, a := range actions {
		if a.Kind == Hold {
			continue
		}
		for _, name := range []string{"f" + pathOf(a), "m" + idOf(a)} {
			if len(name) > 1 && seen[name] {
				t.Fatalf("%s is in two actions", name)
			}
			seen[name] = true
		}
		bind := func(f File, m Memory) {
			drop(a.Known)
			if f.ID == "" {
				f.ID = m.ID
			}
			f.Hash, f.Text = m.Hash, m.Text
			w.files[f.Path], w.memories[m.ID] = f, m
			w.known = append(w.known, Known{f.ID, m.ID, f.Path, f.Hash, m.Hash})
		}
		if a.Lost && a.Kind == Change {
			w.kept = append(w.kept, a.Memory.Text)
		} else if a.Lost {
			w.kept = append(w.kept, a.File.Text)
		}
		switch a.Kind {
		case Store:
			w.made++
			bind(*a.File, Memory{ID: fmt.Sprintf("new%d", w.made), Hash: a.File.Hash, Text: a.File.Text})
		case Change, Restore:
			bind(*a.File, Memory{ID: a.Memory.ID, Hash: a.File.Hash, Text: a.File.Text, Time: a.Memory.Time})
		case Rewrite, Keep:
			bind(*a.File, *a.Memory)
		case Write:
			path := a.Memory.ID + ".md"
			for w.files[path].Path != "" {
				path = "x" + path
			}
			bind(File{Path: path}, *a.Memory)
		case Trash:
			w.kept = append(w.kept, a.File.Text)
			delete(w.files, a.File.Path)
			drop(a.Known)
		case Forget:
			m := w.memories[a.Memory.ID]
			m.Gone = true
			w.memories[a.Memory.ID] = m
			drop(a.Known)
		case Drop:
			drop(a.Known)
		}
	}
}

func pathOf(a Action) string {
	if a.File == nil {
		return ""
	}
	return a.File.Path
}

func idOf(a Action) string {
	if a.Memory == nil {
		return ""
	}
	return a.Memory.ID
}

func (w *world) plan() []Action {
	var files []File
	for _, f := range w.files {
		files = append(files, f)
	}
	var memories []Memory
	for _, m := range w.memories {
		memories = append(memories, m)
	}
	return Make(slices.Clone(w.known), files, memories)
}

// texts returns all texts that can still be found: in files, memories (forgotten ones can be restored), the trash and files of conflicts.
func (w *world) texts() map[string]bool {
	out := map[string]bool{}
	for _, f := range w.files {
		out[f.Text] = true
	}
	for _, m := range w.memories {
		out[m.Text] = true
	}
	for _, k := range w.kept {
		out[k] = true
	}
	return out
}

// TestPlansSettle: for any changes on both sides, one run loses no text that only one side had, a second run does nothing, and then files and live memories are equal.
func TestPlansSettle(t *testing.T) {
	ids := []string{"a", "b", "c"}
	word := rapid.SampledFrom([]string{"1", "2", "3", "4", "5"})
	rapid.Check(t, func(t *rapid.T) {
		w := &world{files: map[string]File{}, memories: map[string]Memory{}}
		for _, id := range ids {
			if rapid.Bool().Draw(t, "known") {
				was := word.Draw(t, "was")
				w.known = append(w.known, Known{id, id, id + ".md", was, was})
			}
			if rapid.Bool().Draw(t, "stored") {
				text := word.Draw(t, "memory")
				w.memories[id] = Memory{ID: id, Hash: text, Text: text, Time: day(rapid.IntRange(1, 3).Draw(t, "day")), Gone: rapid.IntRange(0, 3).Draw(t, "gone") == 0}
			}
		}
		for i := range rapid.IntRange(0, 5).Draw(t, "files") {
			text := word.Draw(t, "file")
			f := File{ID: rapid.SampledFrom(append([]string{"", "z"}, ids...)).Draw(t, "id"), Path: fmt.Sprintf("%c.md", 'a'+i), Hash: text, Text: text, Time: day(rapid.IntRange(1, 3).Draw(t, "day"))}
			if rapid.IntRange(0, 9).Draw(t, "blocked") == 0 {
				f.Blocked = "no YAML"
			}
			w.files[f.Path] = f
		}
		alone := map[string]int{}
		for _, f := range w.files {
			alone[f.Text]++
		}
		for _, m := range w.memories {
			alone[m.Text]++
		}
		first := w.plan()
		// An unchanged side may be replaced: the other side's text is its next version.
		replaced := map[string]bool{}
		for _, a := range first {
			if !a.Lost && (a.Kind == Change || a.Kind == Restore) {
				replaced[a.Memory.Text] = true
			}
			if !a.Lost && a.Kind == Rewrite {
				replaced[a.File.Text] = true
			}
		}
		w.carryOut(t, first)
		there := w.texts()
		for text := range alone {
			if !there[text] && !replaced[text] {
				t.Fatalf("%q is lost by %v", text, first)
			}
		}
		var again []Action
		for _, a := range w.plan() {
			if a.Kind != Hold {
				again = append(again, a)
			}
		}
		for _, k := range w.known {
			if m, f := w.memories[k.Memory], w.files[k.Path]; f.Path != "" && f.Blocked == "" && f.ID == k.ID && (m.Gone || m.Text != f.Text) {
				t.Fatalf("%v is not equal: %v %v", k, f, m)
			}
		}
		if len(again) > 0 && len(again) >= len(first) && slices.EqualFunc(again, first, func(a, b Action) bool { return a.Kind == b.Kind && pathOf(a) == pathOf(b) && idOf(a) == idOf(b) }) {
			t.Fatalf("a second run does the same again: %+v", again)
		}
		w.carryOut(t, again) // a copy that was held may have become free: two runs settle it
		for _, a := range w.plan() {
			if a.Kind != Hold {
				t.Fatalf("a third run still does something: %+v after %+v after %+v", a, again, first)
			}
		}
	})
}
