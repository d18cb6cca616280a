package drift

import (
	"bytes"
	"encoding/hex"
	"flag"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/models"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden are records whose bytes must not change within a version.
var golden = []struct {
	name string
	record
}{
	{"goal, every field", record{gone: 300, Measurement: Measurement{
		Namespace: "läden", ReferenceType: ToGoal, Strategy: Synergy, Timeframe: "7d", Level: Medium, Similarity: .625, Analyzed: 1234,
		At: time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC), Correction: uuid.MustParse("0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6071"),
		Spaces: spacesWith(models.Semantic, SpaceDrift{.75, -.125, 1200, Low}, models.Splade, SpaceDrift{.5, 17.25, 3, High})}}},
	{"centroid, memories given", record{Measurement: Measurement{
		Namespace: "default", ReferenceType: ToCentroid, Strategy: Cosine, Level: None, Similarity: 1, Analyzed: 1,
		At: time.Date(1969, 12, 31, 23, 59, 59, 0, time.UTC), Spaces: spacesWith(models.HDC, SpaceDrift{1, 1, 1, None})}}},
	{"centroid, memories given, which", record{Measurement: Measurement{
		Namespace: "default", ReferenceType: ToCentroid, Strategy: Cosine, Level: None, Similarity: 1, Analyzed: 1, Chosen: uuid.MustParse("6f1c9c7e-1d3b-5a43-9a57-7f9f34c0b9d1"),
		At: time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC), Spaces: spacesWith(models.HDC, SpaceDrift{1, 1, 1, None})}}},
}

func spacesWith(pairs ...any) (out [models.Count]SpaceDrift) {
	for s := range out {
		out[s] = SpaceDrift{Similarity: math.NaN(), Raw: math.NaN()}
	}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i].(models.Space)] = pairs[i+1].(SpaceDrift)
	}
	return out
}

func TestEntriesKeepTheirBytes(t *testing.T) {
	var got bytes.Buffer
	for _, g := range golden {
		b, err := g.encode()
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString("# " + g.name + "\n" + hex.EncodeToString(b) + "\n")
	}
	got.WriteString("# mark\n" + hex.EncodeToString(mark{position{1_772_600_767_000_000_008, 42}, 41}.encode()) + "\n")
	got.WriteString("# key\n" + hex.EncodeToString(position{-1, 7}.key(uuid.MustParse("0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6071"))) + "\n")
	const file = "testdata/history-1.txt"
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the format has changed; a new version is needed:\n%s\nwant\n%s", got.String(), want)
	}
}

func TestOldBytesAreRead(t *testing.T) {
	b, err := os.ReadFile("testdata/history-1.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(b), "\n")
	for i, g := range golden {
		raw, err := hex.DecodeString(lines[2*i+1])
		if err != nil {
			t.Fatal(err)
		}
		got, err := decode(raw, uuid.UUID{9})
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		want := g.record
		want.Reference = uuid.UUID{9}
		if !same(&got, &want) {
			t.Errorf("%s: read %+v, want %+v", g.name, got, want)
		}
	}
}

// same compares two records, with NaN equal to NaN.
func same(a, b *record) bool {
	x, y := *a, *b
	for s := range x.Spaces {
		for _, v := range []*float64{&x.Spaces[s].Similarity, &x.Spaces[s].Raw, &y.Spaces[s].Similarity, &y.Spaces[s].Raw} {
			if math.IsNaN(*v) {
				*v = -99
			}
		}
	}
	return reflect.DeepEqual(x, y)
}

func drawRecord(t *rapid.T) record {
	r := record{gone: rapid.Uint64().Draw(t, "gone"), Measurement: Measurement{
		Namespace: rapid.String().Draw(t, "namespace"), ReferenceType: rapid.SampledFrom(references).Draw(t, "type"),
		Strategy: rapid.SampledFrom(Strategies).Draw(t, "strategy"), Timeframe: rapid.SampledFrom(append(Timeframes[:len(Timeframes):len(Timeframes)], "")).Draw(t, "timeframe"),
		Level: rapid.SampledFrom(levels).Draw(t, "level"), Similarity: rapid.Float64Range(0, 1).Draw(t, "similarity"),
		Analyzed: rapid.IntRange(1, math.MaxInt32).Draw(t, "analyzed"), At: time.Unix(0, rapid.Int64().Draw(t, "at")).UTC(), Spaces: spacesWith(),
	}}
	if r.Timeframe == "" {
		copy(r.Chosen[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "chosen"))
	}
	copy(r.Correction[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "correction"))
	for s := range r.Spaces {
		if rapid.Bool().Draw(t, "present") {
			r.Spaces[s] = SpaceDrift{rapid.Float64Range(0, 1).Draw(t, "space"), rapid.Float64Range(-1, 99).Draw(t, "raw"),
				rapid.IntRange(1, math.MaxInt32).Draw(t, "memories"), rapid.SampledFrom(levels).Draw(t, "space level")}
			if rapid.Bool().Draw(t, "no raw") {
				r.Spaces[s].Raw = math.NaN()
			}
		}
	}
	return r
}

func TestEntriesComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawRecord(t)
		b, err := want.encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := decode(b, want.Reference)
		if err != nil {
			t.Fatal(err)
		}
		if !same(&got, &want) {
			t.Fatalf("read %+v, wrote %+v", got, want)
		}
		for n := range b {
			if _, err := decode(b[:n], want.Reference); err == nil {
				t.Fatalf("%d of %d bytes were read as an entry", n, len(b))
			}
		}
	})
}

func TestWhatHasNoNameIsNotWritten(t *testing.T) {
	for name, change := range map[string]func(*record){
		"type":      func(r *record) { r.ReferenceType = "feeling" },
		"strategy":  func(r *record) { r.Strategy = "median" },
		"timeframe": func(r *record) { r.Timeframe = "2h" },
		"level":     func(r *record) { r.Level = "" },
		"choice":    func(r *record) { r.Chosen = uuid.UUID{1} },
	} {
		r := golden[0].record
		change(&r)
		if _, err := r.encode(); err == nil {
			t.Errorf("an entry with an unknown %s was written", name)
		}
	}
}

func TestANewerEntryIsNotGuessedAt(t *testing.T) {
	b, _ := golden[0].encode()
	b[0] = chosenVersion + 1
	if _, err := decode(b, uuid.Nil); err == nil || !strings.Contains(err.Error(), "version 3 is newer") {
		t.Errorf("an entry of version 3: %v", err)
	}
}

// FuzzEntry: decode panics for no bytes, and what it accepts equals what encode writes.
func FuzzEntry(f *testing.F) {
	for _, g := range golden {
		b, err := g.encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decode(b, uuid.Nil)
		if err != nil {
			return
		}
		again, err := r.encode()
		if err != nil || !bytes.Equal(again, b) {
			t.Errorf("%x was read, and is written as %x, %v", b, again, err)
		}
	})
}

// FuzzMark tests the same for marks and keys.
func FuzzMark(f *testing.F) {
	f.Add(mark{position{5, 6}, 7}.encode())
	f.Add(position{5, 6}.key(uuid.UUID{1}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := decodeMark(b); err == nil && !bytes.Equal(m.encode(), b) {
			t.Errorf("%x was read as %+v", b, m)
		}
		if p, err := parsePlace(b); err == nil && !bytes.Equal(p.key(uuid.UUID(b[:markSize])), b) {
			t.Errorf("%x was read as %+v", b, p)
		}
	})
}
