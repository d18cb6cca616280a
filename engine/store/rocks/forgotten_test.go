package rocks

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// TestADamagedListOfTheForgotten: an entry that names no memory is reported with its family and key, by Forgotten and by a check. Memories are still readable, and without the entry the
// list is intact.
func TestADamagedListOfTheForgotten(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	mustRemember(t, s, suite.Sample(1), suite.Sample(2))
	at := suite.Sample(1).Time
	for n := range 2 {
		if err := s.Apply(t.Context(), store.Command{Op: store.OpForget, ID: suite.ID(n + 1), At: at}); err != nil {
			t.Fatal(err)
		}
	}
	bad := []byte{0, 7}
	change(t, s, op{famForgotten, bad, nothing})
	_, err := s.Forgotten(t.Context(), at.Add(time.Hour), 10)
	if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), famForgotten.String()) || !strings.Contains(err.Error(), fmt.Sprintf("%x", bad)) {
		t.Errorf("error %v, want damage that names the family and key %x", err, bad)
	}
	mustName(t, s, famForgotten, bad)
	if m, err := store.One(t.Context(), s, suite.Everything, suite.ID(2)); err != nil || m.Deleted.IsZero() {
		t.Errorf("a forgotten memory next to it: %v, error %v", m, err)
	}
	change(t, s, op{famForgotten, bad, nil})
	if all, err := s.Forgotten(t.Context(), at.Add(time.Hour), 10); err != nil || len(all) != 2 {
		t.Errorf("%v, error %v; want both", all, err)
	}
}
