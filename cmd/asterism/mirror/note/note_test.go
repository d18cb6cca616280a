package note

import (
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	one = "01890a5d-ac96-774b-bcce-b302099a8057"
	two = "01890a5d-ac96-774b-bcce-b302099a8058"
)

func whole() Note {
	half := 0.5
	return Note{ID: one, Namespace: "default", Time: time.Date(2026, 1, 15, 10, 0, 0, 0, time.UTC), Tags: []string{"kiln", "a b"}, Importance: &half, Source: "chat: ada",
		Rationale: "yes", Links: []string{two}, Body: "# Title\n\ntext"}
}

// TestNewFileGolden pins the format of a file. Changing it changes every folder that people keep in git.
func TestNewFileGolden(t *testing.T) {
	const want = `---
id: 01890a5d-ac96-774b-bcce-b302099a8057
namespace: default
time: 2026-01-15T10:00:00Z
tags:
  - kiln
  - a b
importance: 0.5
source: 'chat: ada'
rationale: "yes"
links:
  - 01890a5d-ac96-774b-bcce-b302099a8058
---

# Title

text
`
	got, err := New(whole())
	if err != nil || string(got) != want {
		t.Errorf("%v:\n%s", err, got)
	}
	f, err := Parse(got)
	if n := whole(); err != nil || f.Hash() != n.Hash() || f.ID != n.ID || f.Namespace != n.Namespace {
		t.Errorf("read back: %v, %+v", err, f.Note)
	}
}

// TestParse reads what Obsidian and people write.
func TestParse(t *testing.T) {
	at := func(y int, m time.Month, d, h, min int) time.Time {
		return time.Date(y, m, d, h, min, 0, 0, time.Local)
	}
	for name, c := range map[string]struct {
		in   string
		want func(f *File) bool
	}{
		"nothing":                 {"", func(f *File) bool { return f.Body == "" && f.ID == "" }},
		"text alone":              {"a\r\nb\r\n", func(f *File) bool { return f.Body == "a\nb" }},
		"a byte order mark":       {"\ufeff---\ntags: x\n---\na", func(f *File) bool { return f.Body == "a" && slices.Equal(f.Tags, []string{"x"}) }},
		"a rule":                  {"---\n\nnot a header\n", func(f *File) bool { return strings.HasPrefix(f.Body, "---") }},
		"text between rules":      {"---\njust words\n---\nmore", func(f *File) bool { return strings.HasPrefix(f.Body, "---") && strings.HasSuffix(f.Body, "more") }},
		"an empty header":         {"---\n---\na", func(f *File) bool { return f.Body == "a" }},
		"dots at the end":         {"---\ntags: x\n...\na", func(f *File) bool { return f.Body == "a" && len(f.Tags) == 1 }},
		"tags as a text":          {"---\ntags: \"#a, b #c\"\n---\n", func(f *File) bool { return slices.Equal(f.Tags, []string{"a", "b", "c"}) }},
		"tags as a list":          {"---\ntags:\n- '#a'\n- b/c\n- 2026\n---\n", func(f *File) bool { return slices.Equal(f.Tags, []string{"a", "b/c", "2026"}) }},
		"tags in brackets":        {"---\ntags: [a, b]\n---\n", func(f *File) bool { return slices.Equal(f.Tags, []string{"a", "b"}) }},
		"no tags":                 {"---\ntags:\n---\n", func(f *File) bool { return f.Tags == nil }},
		"tag, as it was":          {"---\ntag: a\n---\n", func(f *File) bool { return slices.Equal(f.Tags, []string{"a"}) }},
		"a day":                   {"---\ntime: 2026-01-15\n---\n", func(f *File) bool { return f.Time.Equal(at(2026, 1, 15, 0, 0)) }},
		"a minute":                {"---\ntime: 2026-01-15T10:30\n---\n", func(f *File) bool { return f.Time.Equal(at(2026, 1, 15, 10, 30)) }},
		"date":                    {"---\ndate: 2026-01-15 10:30\n---\n", func(f *File) bool { return f.Time.Equal(at(2026, 1, 15, 10, 30)) }},
		"a date of another kind":  {"---\ndate: spring\n---\n", func(f *File) bool { return f.Time.IsZero() }},
		"a day with words":        {"---\ndate: 2026-01-15, at noon\n---\n", func(f *File) bool { return f.Time.IsZero() }},
		"an id of another kind":   {"---\nid: 20260115\n---\n", func(f *File) bool { return f.ID == "" }},
		"our id beside it":        {"---\nid: 20260115\nasterism_id: " + one + "\n---\n", func(f *File) bool { return f.ID == one }},
		"links of another kind":   {"---\nlinks: [\"[[a]]\"]\n---\n", func(f *File) bool { return f.Links == nil }},
		"an alias":                {"---\nx: &a [p]\ntags: *a\n---\n", func(f *File) bool { return slices.Equal(f.Tags, []string{"p"}) }},
		"importance":              {"---\nimportance: 0.123456\n---\n", func(f *File) bool { return *f.Importance == 0.1235 }},
		"a side of a conflict":    {"---\nconflict_of: " + one + "\n---\na", func(f *File) bool { return f.Conflict }},
		"a list as a source":      {"---\nsource: [a, b]\n---\n", func(f *File) bool { return f.Source == "" }},
		"validity and supersedes": {"---\nvalid_until: 2027-01-01\nsupersedes: [" + two + "]\n---\n", func(f *File) bool { return f.ValidUntil.Year() == 2027 && f.Supersedes[0] == two }},
	} {
		f, err := Parse([]byte(c.in))
		if err != nil || !c.want(f) {
			t.Errorf("%s: %v, %+v", name, err, f)
		}
	}
}

func TestParseRefusals(t *testing.T) {
	for in, says := range map[string]string{
		"---\na: [\n---\n":               "no YAML",
		"---\na: b\nc: d: e\n---\n":      "no YAML (line 3:",
		"---\nx: y\ntags: {a: b}\n---\n": "(line 3)",
		"---\ndate: 2024-02-30\n---\nx":  "date in its front matter: \"2024-02-30\" is not a time",
		"---\ntags: {a: b}\n---\n":       "neither a text nor a list",
		"---\ntags: [[a]]\n---\n":        "no text",
		"---\ntime: soon\n---\n":         "\"soon\" is not a time",
		"---\nimportance: 2\n---\n":      "\"2\" is no number from 0",
		"---\nimportance: .nan\n---\n":   "no number from 0",
		"---\ntags: a\ntags: b\n---\n":   "tags twice",
		"a\xff":                          "not UTF-8",
	} {
		if _, err := Parse([]byte(in)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want an error that says %q", in, err, says)
		}
	}
}

// TestOthersStay: keys and text that are not ours keep their bytes as far as possible, and all of them if nothing changed.
func TestOthersStay(t *testing.T) {
	const before = "---\n# mine\naliases: [Old oven]\ntags: \"#oven, fire\"  # by hand\ncssclass: wide\nid: 20260115\n---\n\n\n# Oven\n\nWarm.  \n\n"
	f, err := Parse([]byte(before))
	if err != nil {
		t.Fatal(err)
	}
	same, err := f.With(f.Note)
	if err != nil || string(same) != before {
		t.Errorf("%v: nothing was to change:\n%s", err, same)
	}
	n := f.Note
	n.ID, n.Tags = one, []string{"oven"}
	after, err := f.With(n)
	const want = "---\n# mine\naliases: [Old oven]\ntags: [oven] # by hand\ncssclass: wide\nid: 20260115\nasterism_id: " + one + "\n---\n\n\n# Oven\n\nWarm.  \n\n"
	if err != nil || string(after) != want {
		t.Errorf("%v:\n%s", err, after)
	}
	n.Body = "Cold."
	if after, err = f.With(n); err != nil || !strings.HasSuffix(string(after), "---\n\nCold.\n") {
		t.Errorf("%v: another text:\n%s", err, after)
	}
	windows, err := Parse([]byte("---\r\naliases: [x]\r\n---\r\ntext\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	n = windows.Note
	n.ID = one
	if after, err = windows.With(n); err != nil || string(after) != "---\r\naliases: [x]\r\nid: "+one+"\r\n---\r\ntext\r\n" {
		t.Errorf("%v: line ends: %q", err, after)
	}
}

func TestConflicted(t *testing.T) {
	text, err := Conflicted(whole())
	if err != nil {
		t.Fatal(err)
	}
	f, err := Parse(text)
	if err != nil || !f.Conflict || f.ID != "" || f.Body != whole().Body {
		t.Errorf("%v: %+v", err, f)
	}
	if out, err := f.With(whole()); err != nil || strings.Contains(string(out), "conflict_of") {
		t.Errorf("%v: %s", err, out)
	}
}

// FuzzParse: a parsed file can be written with another note and then has its content; a second time nothing changes.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "text", "---\nid: " + one + "\ntags: [a]\n---\nb", "---\r\ndate: 2026-01-15\r\n---\r\n\r\nx", "---\n? [a]\n: b\n---\n", "---\n{a: b, tags: c}\n---\n", "---\nx: &a [*a]\n---\n", "---\n<<: {id: x}\n---\n", "---\n!!map {a: !!binary eA==}\n---\nx"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		file, err := Parse(in)
		if err != nil {
			return
		}
		n := whole()
		out, err := file.With(n)
		if err != nil {
			return
		}
		again, err := Parse(out)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%q\n%q", err, in, out)
		}
		if again.ID != n.ID || again.Body != n.Body {
			t.Fatalf("%q says %q %q", out, again.ID, again.Body)
		}
		if twice, err := again.With(n); err != nil || string(twice) != string(out) {
			t.Fatalf("%v: a second time\n%q\n%q", err, out, twice)
		}
	})
}
