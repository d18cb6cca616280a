package rocks

import (
	"context"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// goldenPurge leaves a tombstone of a memory that was never stored.
var goldenPurge = store.Command{Op: store.OpPurge, ID: suite.ID(3), Version: 7, At: time.Unix(1_800_000_100, 9)}

// goldenAfter applies to two fixed memories the features that older formats did not have, and the purge.
func goldenAfter(t *testing.T, s *Store) {
	t.Helper()
	ctx := context.Background()
	if err := s.Apply(ctx, goldenPurge, suite.Learn(2, 1, .25), suite.Propose(1, 2, .5)); err != nil {
		t.Fatal(err)
	}
	for i, shelf := range store.Shelved {
		if err := s.Put(ctx, store.Entry{Shelf: shelf, Key: []byte{byte(i), 0xff}, Value: []byte("value of " + shelf.String())}); err != nil {
			t.Fatal(err)
		}
	}
	r := suite.RenewalOf(models.SetOf(models.Entity, models.Graph), 1)
	r.ModelHashes = suite.Sample(1).ModelHashes
	r.ModelHashes[models.Entity][0], r.ModelHashes[models.Graph][0] = 'g', 'g'
	if err := s.BeginRenewal(ctx, r); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(ctx, suite.Renew(1, 1, r)); err != nil {
		t.Fatal(err)
	}
}

// TestGoldenBytes pins every key and value that two fixed memories, a purge, edges, entries and a renewal leave in the store. A change here
// needs a new version of the format: old stores must stay readable.
func TestGoldenBytes(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	ctx := context.Background()
	first, second := suite.Sample(1), suite.Sample(2)
	first.Record[models.LateInteraction], second.Record = fingerprint.Packed{}, fingerprint.Record{}
	first.Links = []store.ID{second.ID}
	second.Namespace, second.UTL = "home\x00", store.UTL{}
	forget := store.Command{Op: store.OpForget, ID: second.ID, At: time.Unix(1_800_000_000, 5)}
	if err := s.Apply(ctx, suite.Remember(first), suite.Remember(second), forget); err != nil {
		t.Fatal(err)
	}
	if err := s.Bind(ctx, "compact", first.ModelHashes); err != nil {
		t.Fatal(err)
	}
	goldenAfter(t, s)
	got := dump(t, s)
	path := filepath.Join("testdata", "store.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the stored bytes differ from %s; rewrite it with -update only with a new version of the format", path)
	}
}

// dump prints every record: family, key and value in hexadecimal.
func dump(t *testing.T, s *Store) string {
	var out strings.Builder
	v := s.d.view()
	defer v.close()
	for f := range families {
		err := v.each(family(f), nil, nil, false, func(key, value []byte) (bool, error) {
			fmt.Fprintf(&out, "%s %x\n", family(f), key)
			for text := hex.EncodeToString(value); text != ""; {
				n := min(96, len(text))
				fmt.Fprintf(&out, "\t%s\n", text[:n])
				text = text[n:]
			}
			return true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}
