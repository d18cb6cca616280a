package record

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var at = time.Unix(1_800_000_000, 5).UTC()

// small is a memory without the large values, so that a person can read its golden bytes.
func small() *store.Memory {
	m := suite.Sample(1).Clone(suite.Everything)
	for _, s := range models.All.Spaces() {
		if s.Info().Kind != models.Terms {
			m.Record[s] = fingerprint.Packed{}
		}
	}
	m.Links, m.Supersedes = []store.ID{suite.ID(2)}, []store.ID{suite.ID(3)}
	m.ValidFrom, m.Repeats, m.LastRepeat = at, 3, at
	return m
}

// golden has one write of each kind, with one command of each operation.
func golden() *Record {
	m := small()
	r := suite.RenewalOf(models.SetOf(models.Entity), 1)
	renewed := suite.Renew(1, 1, r)
	renewed.Renewed.Record = fingerprint.Record{}
	return &Record{Node: "north", Epoch: 300, Writes: []store.Write{
		{Commands: []store.Command{
			suite.Remember(m),
			{Op: store.OpForget, ID: m.ID, At: at},
			{Op: store.OpRestore, ID: m.ID},
			{Op: store.OpPurge, ID: m.ID, Version: 9, At: at},
			{Op: store.OpAlign, ID: m.ID, Version: 1, Purpose: &[models.Count]float32{.5, 1}},
			{Op: store.OpLink, ID: m.ID, Other: suite.ID(2), Kind: store.EdgeLearned, Weight: .25, At: at},
			{Op: store.OpRepeat, ID: m.ID, Version: 1, Count: 4, At: at},
			renewed,
		}},
		{Entries: []store.Entry{{Shelf: store.ShelfUndo, Key: []byte{0xff}, Value: []byte("v")}, {Shelf: store.ShelfGoals, Key: []byte("k"), Value: []byte{}}, {Shelf: store.ShelfState, Key: []byte("gone")}}},
		{Bind: &store.Bound{Profile: "compact", ModelHashes: m.ModelHashes}},
		{Begin: &r},
		{End: &store.RenewalDone{Entries: []store.Entry{{Shelf: store.ShelfState, Key: []byte("k")}}}},
		{Abandon: true},
	}}
}

func mustEncode(t testing.TB, r *Record) []byte {
	t.Helper()
	b, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestGoldenBytes pins the bytes of a record: old logs must stay readable, so a change here means a new format.
func TestGoldenBytes(t *testing.T) {
	got := mustEncode(t, golden())
	name := filepath.Join("testdata", "record.golden")
	if *update {
		if err := os.WriteFile(name, []byte(wrap(hex.EncodeToString(got))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, err := hex.DecodeString(strings.ReplaceAll(string(text), "\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("a record is written as\n%x\nwant\n%x\n(-update, if the format was to change)", got, want)
	}
	mustBeRead(t, want, golden())
}

func wrap(s string) (out string) {
	for len(s) > 128 {
		out, s = out+s[:128]+"\n", s[128:]
	}
	return out + s + "\n"
}

func mustBeRead(t testing.TB, b []byte, want *Record) {
	t.Helper()
	got, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if d := difference(got, want); d != "" {
		t.Error(d)
	}
}

// difference returns in what two records differ. Memories are compared as stores compare them.
func difference(got, want *Record) string {
	if got.Node != want.Node || got.Epoch != want.Epoch || len(got.Writes) != len(want.Writes) {
		return fmt.Sprintf("read %q %d with %d writes, want %q %d with %d", got.Node, got.Epoch, len(got.Writes), want.Node, want.Epoch, len(want.Writes))
	}
	for i := range want.Writes {
		g, w := got.Writes[i], want.Writes[i]
		for j := range min(len(g.Commands), len(w.Commands)) {
			a, b := &g.Commands[j], &w.Commands[j]
			if (a.Memory == nil) != (b.Memory == nil) {
				return fmt.Sprintf("write %d, command %d: one has a memory", i, j)
			}
			if a.Memory != nil {
				if d := suite.Difference(a.Memory, b.Memory.Clone(suite.Everything)); d != "" {
					return fmt.Sprintf("write %d, command %d: %s", i, j, d)
				}
			}
			a.Memory = b.Memory
		}
		if !reflect.DeepEqual(g, w) {
			return fmt.Sprintf("write %d is read as %+v, want %+v", i, g, w)
		}
	}
	return ""
}

// TestAnyRecordComesBack: memories with any subset of spaces, entries with and without values, in any number of writes.
func TestAnyRecordComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := &Record{}
		r.Node, r.Epoch = rapid.StringN(0, 9, 64).Draw(t, "node"), rapid.Uint64().Draw(t, "epoch")
		for range rapid.IntRange(0, 3).Draw(t, "writes") {
			r.Writes = append(r.Writes, drawWrite(t))
		}
		b, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := got.Encode(); !bytes.Equal(again, b) {
			t.Fatalf("read and written again it is %x, and was %x", again, b)
		}
		if d := difference(got, r); d != "" {
			t.Fatal(d)
		}
	})
}

func drawWrite(t *rapid.T) (w store.Write) {
	if rapid.Bool().Draw(t, "entries") {
		for range rapid.IntRange(1, 3).Draw(t, "number") {
			e := store.Entry{Shelf: rapid.SampledFrom(store.Shelved).Draw(t, "shelf"), Key: rapid.SliceOfN(rapid.Byte(), 1, 9).Draw(t, "key")}
			if rapid.Bool().Draw(t, "has value") {
				e.Value = append([]byte{}, rapid.SliceOf(rapid.Byte()).Draw(t, "value")...)
			}
			w.Entries = append(w.Entries, e)
		}
		return w
	}
	for range rapid.IntRange(1, 3).Draw(t, "number") {
		m := suite.Sample(rapid.IntRange(0, 99).Draw(t, "sample"))
		m.Version = rapid.Uint64().Draw(t, "version")
		m.Content = rapid.String().Draw(t, "content")
		m.Tags = nil
		for range rapid.IntRange(0, 2).Draw(t, "tags") {
			m.Tags = append(m.Tags, rapid.StringN(0, 9, 64).Draw(t, "tag"))
		}
		absent := models.Set(rapid.Uint16Range(0, 1<<models.Count-1).Draw(t, "absent"))
		for _, s := range (absent & models.All).Spaces() {
			m.Record[s] = fingerprint.Packed{}
		}
		m.Repeats = rapid.Uint32().Draw(t, "repeats")
		m.Deleted = time.Unix(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "deleted"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()
		w.Commands = append(w.Commands, suite.Remember(m))
	}
	return w
}

// TestANewerFormatIsRefused, whatever else the record contains. A record with a wrong checksum is reported as damaged, even if it looks newer.
func TestANewerFormatIsRefused(t *testing.T) {
	b := mustEncode(t, golden())
	newer := append([]byte{Format + 1}, "what this program cannot know"...)
	newer = binary.LittleEndian.AppendUint32(newer, crc32.Checksum(newer, castagnoli))
	if _, err := Decode(newer); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "newer program") {
		t.Errorf("a newer record: %v", err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		bad := bytes.Clone(b)
		bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
		if _, err := Decode(bad); !errors.Is(err, ErrDamaged) {
			t.Fatalf("a record with one bit changed: %v", err)
		}
	}
}

func TestAWriteThatSaysNothing(t *testing.T) {
	if _, err := (&Record{Writes: []store.Write{{}}}).Encode(); err == nil {
		t.Error("an empty write was encoded")
	}
	if _, err := (&Record{Writes: []store.Write{{Commands: []store.Command{{Op: "sing"}}}}}).Encode(); err == nil {
		t.Error("an unknown operation was encoded")
	}
}

// TestSizeIsNoLess: the buffer of an encoded write need not grow.
func TestSizeIsNoLess(t *testing.T) {
	for n := range 20 {
		w := store.Write{Commands: []store.Command{suite.Remember(suite.Sample(n))}}
		if b, err := EncodeWrite(&w); err != nil || len(b) > size(&w) {
			t.Errorf("memory %d takes %d bytes, and is said to take %d (%v)", n, len(b), size(&w), err)
		}
	}
}

// FuzzDecode: what can be read is the same after writing and reading it again. Other bytes give an error and nothing worse.
func FuzzDecode(f *testing.F) {
	f.Add(mustEncode(f, golden())[1:])
	f.Add(mustEncode(f, &Record{})[1:])
	f.Add([]byte{0, 1, 1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, body []byte) {
		b := append([]byte{Format}, body...)
		b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)) // so that the fuzzer passes the checksum
		r, err := Decode(b)
		if err != nil {
			return
		}
		once := mustEncode(t, r)
		again, err := Decode(once)
		if err != nil {
			t.Fatal(err)
		}
		if twice := mustEncode(t, again); !bytes.Equal(once, twice) { // compare bytes, since NaN does not equal itself
			t.Errorf("%x is written as %x, and read again as %x", b, once, twice)
		}
	})
}
