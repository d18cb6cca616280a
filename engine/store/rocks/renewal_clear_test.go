package rocks

import (
	"context"
	"errors"
	"testing"
	"time"

	"asterism/engine/store/suite"
	"asterism/models"
)

// TestClearRenewal: after a switch the old values are removed from the files, after an abandoned renewal the new ones; the current
// values stay.
func TestClearRenewal(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, abandon := range []bool{false, true} {
		s, r := renewedStore(t, t.TempDir(), 300)
		mustBeWhole(t, s, 300)
		serves := &r
		end := func() error { return s.EndRenewal(ctx) }
		if abandon {
			serves, end = nil, func() error { return s.AbandonRenewal(ctx) }
		}
		if err := errors.Join(s.d.flush(), end()); err != nil {
			t.Fatal(err)
		}
		mustBeWhole(t, s, 300)
		idle := s.d.layout.inactive(models.Graph)
		if idle == s.d.layout.serving(models.Graph) || bytesIn(t, s, idle) < 200*384 {
			t.Fatalf("abandon %v: the idle side holds %d bytes: nothing is tested", abandon, bytesIn(t, s, idle))
		}
		for range 2 { // the second time there is nothing to do
			if err := s.ClearRenewal(ctx); err != nil {
				t.Fatal(err)
			}
			for _, f := range []family{idle, famRenewed} {
				if keys, _ := rows(t, s, f); len(keys) != 0 || bytesIn(t, s, f) != 0 {
					t.Errorf("abandon %v: family %s still has %d keys and %d bytes", abandon, f, len(keys), bytesIn(t, s, f))
				}
			}
		}
		mustBeWhole(t, s, 300)
		mustServe(t, s, 300, serves)
		s.Close()
	}
}

// TestClearWaitsForRenewal: while new values are collected nothing is cleared.
func TestClearWaitsForRenewal(t *testing.T) {
	t.Parallel()
	s, r := renewedStore(t, t.TempDir(), 3)
	defer s.Close()
	if err := s.ClearRenewal(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.EndRenewal(context.Background()); err != nil {
		t.Fatalf("the new values are gone: %v", err)
	}
	mustServe(t, s, 3, &r)
}

// TestClearRenewalWaitsForReaders: files are not deleted while a call reads an earlier state.
func TestClearRenewalWaitsForReaders(t *testing.T) {
	t.Parallel()
	s, _ := renewedStore(t, t.TempDir(), 2)
	defer s.Close()
	if err := s.AbandonRenewal(context.Background()); err != nil {
		t.Fatal(err)
	}
	reader := s.d.snapshot()
	mustRemember(t, s, suite.Sample(3)) // a later state
	short, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := s.ClearRenewal(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with a reader of before: error %v, want that the time is up", err)
	}
	if keys, _ := rows(t, s, famRenewed); len(keys) != 2 {
		t.Errorf("with a reader of before: %d of 2 new values are left", len(keys))
	}
	reader.close()
	if err := s.ClearRenewal(context.Background()); err != nil {
		t.Error(err)
	}
}
