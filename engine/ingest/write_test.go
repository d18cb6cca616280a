package ingest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestWrittenNotesAreReadBack: every field of a note is read back unchanged, to the nanosecond.
func TestWrittenNotesAreReadBack(t *testing.T) {
	when := time.Date(2026, 2, 3, 4, 5, 6, 123456789, time.UTC)
	for _, m := range []store.Memory{
		{ID: uuid.New(), Namespace: "work", Content: "a\nb \"c\" <d> é", Rationale: "because", Modality: "code", Importance: 0, Tags: []string{"x", "y z"}, Time: when, SessionID: "s", Source: "f.md:3", Links: []store.ID{uuid.New(), uuid.New()}, Supersedes: []store.ID{uuid.New()},
			ValidFrom: when.Add(time.Hour), ValidUntil: when.Add(2 * time.Hour), Repeats: 3, LastRepeat: when.Add(time.Minute)},
		{ID: uuid.New(), Namespace: "default", Content: "x", Modality: "text", Importance: 1, Time: when.Add(-30 * 365 * 24 * time.Hour)},
	} {
		var out bytes.Buffer
		if err := Write(&out, &m); err != nil {
			t.Fatal(err)
		}
		if strings.Count(out.String(), "\n") != 1 || !strings.HasSuffix(out.String(), "\n") {
			t.Fatalf("not one line: %q", out.String())
		}
		notes, err := (&run{Options: Options{Namespace: "another"}}).parse(out.String())
		if err != nil {
			t.Fatal(err)
		}
		n := notes[0]
		want := engine.Note{ID: m.ID, Namespace: m.Namespace, Content: m.Content, Rationale: m.Rationale, Modality: m.Modality, Importance: n.Importance, Tags: m.Tags, Time: m.Time,
			SessionID: m.SessionID, Source: m.Source, Links: m.Links, Supersedes: m.Supersedes, ValidFrom: m.ValidFrom, ValidUntil: m.ValidUntil, Repeats: m.Repeats, LastRepeat: m.LastRepeat}
		if got, want := fmt.Sprintf("%+v", n), fmt.Sprintf("%+v", want); got != want || *n.Importance != m.Importance {
			t.Errorf("read back\n%s\nwant\n%s", got, want)
		}
	}
}

// demanding is a memory that accepts notes only if the memories that they name exist.
type demanding struct {
	*memory
	ids map[store.ID]bool
}

func (d *demanding) RememberAll(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error) {
	for _, n := range notes {
		for _, l := range append(n.Links, n.Supersedes...) {
			if !d.ids[l] {
				return nil, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("link_to names memory %s, which does not exist", l)}
			}
		}
	}
	out, err := d.memory.RememberAll(ctx, notes)
	for _, n := range notes {
		d.ids[n.ID] = err == nil
	}
	return out, err
}

// TestLinkedNotesComeAfterWhatTheyName: a chain is stored in any order of the file, a ring and a link to an unknown id are reported, and the rest is
// stored.
func TestLinkedNotesComeAfterWhatTheyName(t *testing.T) {
	ids := make([]store.ID, 7)
	for i := range ids {
		ids[i] = uuid.New()
	}
	links := [][]store.ID{1: {ids[0]}, 2: {ids[1], ids[0]}, 3: {ids[2]}, 4: {ids[5]}, 5: {ids[4]}, 6: {uuid.New()}}
	var file bytes.Buffer
	for i := range ids { // later ones in the chain are older, so that sorting by time would be wrong
		m := store.Memory{ID: ids[i], Namespace: "n", Content: fmt.Sprint("note ", i), Modality: "text", Time: time.Unix(int64(1000-i), 0), Links: links[i]}
		if i%2 == 0 {
			m.Links, m.Supersedes = nil, links[i]
		}
		if err := Write(&file, &m); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "export")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlanAs(Notes, []string{path})
	if err != nil {
		t.Fatal(err)
	}
	d := &demanding{newMemory(), map[store.ID]bool{}}
	report, err := Run(context.Background(), d, plan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if report.Stored != 4 || report.Failed != 3 || report.Bytes != int64(file.Len()) {
		t.Fatalf("%+v", report)
	}
	for _, p := range report.Problems {
		if !strings.HasPrefix(p, "memory ") || !strings.Contains(p, "link_to names memory") {
			t.Errorf("problem %q does not say what is missing, and of which memory", p)
		}
	}
	again, err := Run(context.Background(), d, plan, Options{})
	if err != nil || again.Stored != 0 || again.Skipped != 4 || again.Failed != 3 {
		t.Errorf("a second run: %+v, %v", again, err)
	}
}

// TestLinkedNotesTravelTogether: those that wait for nothing more share a batch; a chain in reverse order, as in exports, needs one call per link.
func TestLinkedNotesTravelTogether(t *testing.T) {
	star := func(int) int { return 0 }
	chain := func(i int) int { return i - 1 }
	for name, c := range map[string]struct {
		notes, calls int
		names        func(int) int
	}{"star": {1 + 2*batchNotes, 3, star}, "chain": {50, 50, chain}} {
		ids := make([]store.ID, c.notes)
		for i := range ids {
			ids[i] = uuid.New()
		}
		var file bytes.Buffer
		for i := range slices.Backward(ids) {
			m := store.Memory{ID: ids[i], Namespace: "n", Content: fmt.Sprint("note ", i), Modality: "text", Time: time.Unix(int64(1000+i), 0)}
			if i > 0 {
				m.Links = []store.ID{ids[c.names(i)]}
			}
			if err := Write(&file, &m); err != nil {
				t.Fatal(err)
			}
		}
		d := &demanding{newMemory(), map[store.ID]bool{}}
		report := imported(t, d, Notes, file.String())
		if report.Stored != c.notes || report.Failed != 0 || d.calls != c.calls {
			t.Errorf("%s: %+v in %d calls, want %d", name, report, d.calls, c.calls)
		}
	}
}

// TestCopiesAndImagesAreSkipped: memories with the same text, and images, whose text does not identify them, are recognised by their ids in a second run. Another copy
// is stored.
func TestCopiesAndImagesAreSkipped(t *testing.T) {
	var file bytes.Buffer
	write := func(content, modality string) {
		if err := Write(&file, &store.Memory{ID: uuid.New(), Namespace: "n", Content: content, Modality: modality, Time: time.Unix(1000, 0)}); err != nil {
			t.Fatal(err)
		}
	}
	write("same", "text")
	write("same", "text")
	write("/pictures/gate.png", "image")
	m := newMemory()
	if first := imported(t, m, Notes, file.String()); first.Stored != 3 || first.Failed != 0 {
		t.Errorf("first run: %+v", first)
	}
	if again := imported(t, m, Notes, file.String()); again.Stored != 0 || again.Skipped != 3 || m.calls != 1 {
		t.Errorf("second run: %+v, %d calls", again, m.calls)
	}
	write("same", "text")
	if more := imported(t, m, Notes, file.String()); more.Stored != 1 || more.Skipped != 3 {
		t.Errorf("with another copy: %+v", more)
	}
}

// TestOneIDForTwoLines: the second line is reported, wherever it is, and the first is stored; an identical line is a repeat.
func TestOneIDForTwoLines(t *testing.T) {
	const id = "0197a000-0000-7000-8000-000000000001"
	first := fmt.Sprintf("{\"id\":%q,\"content\":\"keyed by tenant\"}\n", id)
	var between strings.Builder // enough that the second line is in another batch
	for i := range 2 * batchNotes {
		fmt.Fprintf(&between, "{\"content\":\"note %d\"}\n", i)
	}
	for name, second := range map[string]string{
		"text":      fmt.Sprintf("{\"id\":%q,\"content\":\"keyed by user\"}\n", id),
		"namespace": fmt.Sprintf("{\"id\":%q,\"content\":\"keyed by tenant\",\"namespace\":\"other\"}\n", id),
		"link":      fmt.Sprintf("{\"id\":%q,\"content\":\"keyed by user\",\"links\":[%q]}\n", id, store.ID{1}),
	} {
		m := newMemory()
		dir := tree(t, map[string]string{"notes.jsonl": first + between.String() + second + first})
		report, err := ingest(t, m, Options{}, dir)
		if err != nil || report.Stored != 1+2*batchNotes || report.Skipped != 1 || report.Failed != 1 || report.Bytes != report.BytesTotal {
			t.Errorf("another %s: %v, %+v", name, err, report)
		}
		if want := fmt.Sprintf("notes.jsonl line %d: id %s is given to another note", 2+2*batchNotes, id); len(report.Problems) != 1 || !strings.Contains(report.Problems[0], want) {
			t.Errorf("another %s: reported %q, want %q", name, report.Problems, want)
		}
		if got := m.own[uuid.MustParse(id)]; got != "keyed by tenant" {
			t.Errorf("another %s: %q is stored", name, got)
		}
	}
}

// TestANoteIsALine that is read back to the same note; fields that a line cannot contain are refused.
func TestANoteIsALine(t *testing.T) {
	when, half := time.Date(2026, 2, 3, 4, 5, 6, 123456789, time.UTC), .5
	for _, n := range []engine.Note{
		{Content: "x"},
		{ID: uuid.New(), Namespace: "work", Content: "a\nb \"c\" <d> é", Rationale: "because", Modality: "code", Importance: &half, Tags: []string{"x", "y z"}, Time: when, SessionID: "s", Source: "f.md:3", Links: []store.ID{uuid.New()},
			Supersedes: []store.ID{uuid.New(), uuid.New()}, ValidFrom: when.Add(time.Hour), ValidUntil: when.Add(2 * time.Hour), Repeats: 3, LastRepeat: when.Add(time.Minute)},
	} {
		var out bytes.Buffer
		if err := WriteNote(&out, &n); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadNote(out.String()); err != nil || !reflect.DeepEqual(got, n) {
			t.Errorf("read back\n%+v, %v\nwant\n%+v", got, err, n)
		}
	}
	for _, n := range []engine.Note{{Content: "x", Domain: "code"}, {Content: "x", AllowDuplicate: true}} {
		if err := WriteNote(&bytes.Buffer{}, &n); err == nil {
			t.Errorf("%+v became a line", n)
		}
	}
	if _, err := ReadNote(`{"content":"x","smell":"tar"}`); err == nil {
		t.Error("a field that there is not was read")
	}
}
