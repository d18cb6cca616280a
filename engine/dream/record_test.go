package dream

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

func sampleRecord() *Record {
	return &Record{
		ID: id(1), Namespace: "garden", Phase: FullCycle, Rationale: "tidy up", Started: now, Finished: true, Replayed: 12, Sampled: 40,
		Merges: []MergeChange{{Older: id(2), Younger: id(3), Similarity: .993, Tags: []TagHash{HashTag("proxy")}, Links: []uuid.UUID{id(7)}, ImportanceBefore: .5, ImportanceAfter: .8}},
		Links: []LinkChange{
			{A: id(2), B: id(5), Kind: Learned, Before: .25, BeforeAt: now.Add(-time.Hour), After: .26},
			{A: id(2), B: id(6), Kind: Learned, Before: .0501, BeforeAt: now.Add(-time.Hour)},
			{A: id(5), B: id(6), Kind: Proposed, After: .71},
		},
	}
}

func TestRecordGolden(t *testing.T) {
	const path = "testdata/record.json"
	b, err := sampleRecord().Encode()
	if err != nil {
		t.Fatal(err)
	}
	if *rewrite {
		if err := os.WriteFile(path, append(b, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(b)+"\n" != string(want) {
		t.Errorf("a record is written as\n%s\nit was\n%s", b, want)
	}
	back, err := ParseRecord(want)
	if err != nil {
		t.Fatal(err)
	}
	if want := sampleRecord(); !reflect.DeepEqual(back.Merges, want.Merges) || !reflect.DeepEqual(back.Links, want.Links) || back.ID != want.ID || back.Rationale != want.Rationale || !back.Undone.IsZero() || !back.Finished {
		t.Errorf("read back %+v", back)
	}
	if strings.Contains(string(want), "proxy") {
		t.Error("the record holds a tag")
	}
	old := strings.Replace(string(want), `"rationale":"tidy up",`, "", 1)
	if back, err := ParseRecord([]byte(old)); err != nil || old == string(want) || back.Rationale != "" || back.ID != sampleRecord().ID {
		t.Errorf("a record from before rationales were kept: %+v, %v", back, err)
	}
}

func TestRecordsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Record){
		"no id":             func(r *Record) { r.ID = uuid.Nil },
		"no namespace":      func(r *Record) { r.Namespace = "" },
		"no time":           func(r *Record) { r.Started = time.Time{} },
		"merge with itself": func(r *Record) { r.Merges[0].Younger = r.Merges[0].Older },
		"turned link":       func(r *Record) { r.Links[0].A, r.Links[0].B = r.Links[0].B, r.Links[0].A },
		"unknown kind":      func(r *Record) { r.Links[0].Kind = "given" },
		"weight of 2":       func(r *Record) { r.Links[0].After = 2 },
	} {
		r := sampleRecord()
		change(r)
		b, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseRecord(b); err == nil {
			t.Errorf("%s: was read", name)
		}
	}
	for _, b := range []string{"", "{}", `{"v":2}`, "[]"} {
		if _, err := ParseRecord([]byte(b)); err == nil {
			t.Errorf("%q was read", b)
		}
	}
}

func TestRecordsThatTouch(t *testing.T) {
	a := sampleRecord()
	for _, c := range []struct {
		name string
		r    Record
		want bool
	}{
		{"itself", *sampleRecord(), true},
		{"nothing", Record{}, false},
		{"the older memory", Record{Merges: []MergeChange{{Older: id(9), Younger: id(2)}}}, true},
		{"a link", Record{Links: []LinkChange{{A: id(2), B: id(5), Kind: Learned}}}, true},
		{"a link of another kind", Record{Links: []LinkChange{{A: id(2), B: id(5), Kind: Proposed}}}, false},
		{"another link", Record{Links: []LinkChange{{A: id(2), B: id(9), Kind: Learned}}}, false},
	} {
		if c.r.Touches(a) != c.want || a.Touches(&c.r) != c.want {
			t.Errorf("%s: want %v", c.name, c.want)
		}
	}
}

func TestReportOfARecord(t *testing.T) {
	got := sampleRecord().Report()
	if len(got.Edges) != 2 || len(got.Proposals) != 1 || len(got.Merges) != 1 || got.Rationale != "tidy up" || got.Replayed != 12 || got.Sampled != 40 || got.Edges[1].After != 0 || got.Proposals[0].Score != float64(float32(.71)) {
		t.Errorf("%+v", got)
	}
}

// FuzzParseRecord: what is read can be written and read again, the same.
func FuzzParseRecord(f *testing.F) {
	b, err := sampleRecord().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`{"v":1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := ParseRecord(b)
		if err != nil {
			return
		}
		again, err := r.Encode()
		if err != nil {
			t.Fatalf("a record that was read cannot be written: %v", err)
		}
		if back, err := ParseRecord(again); err != nil || !reflect.DeepEqual(back, r) {
			t.Errorf("%s became %s, %v", b, again, err)
		}
	})
}
