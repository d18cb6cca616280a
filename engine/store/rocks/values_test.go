package rocks

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

func TestValuesAreThoseOfGet(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	ctx := context.Background()
	var ids []store.ID
	for n := range 3 * minValues {
		m := suite.Sample(n)
		if n%5 > 0 {
			if err := s.Apply(ctx, suite.Remember(m)); err != nil {
				t.Fatal(err)
			}
		}
		ids = append(ids, m.ID)
	}
	asked := models.SetOf(models.LateInteraction, models.Causal, models.TemporalRecent) // the last is never stored
	got, err := s.Values(ctx, asked, ids)
	if err != nil {
		t.Fatal(err)
	}
	for n, id := range ids {
		var want store.Memory
		if n%5 > 0 {
			many, err := s.Get(ctx, store.Parts{Spaces: asked}, id)
			if err != nil {
				t.Fatal(err)
			}
			want = *many[0]
		}
		if !reflect.DeepEqual(got[n], want.Record) {
			t.Errorf("memory %d: values differ from those that Get returns", n)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Values(ended, asked, ids); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
}

// TestTokensAreShownAsTheyAreRead: fn is called once for each memory that has token vectors, with the values that
// Values returns.
func TestTokensAreShownAsTheyAreRead(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	ctx := context.Background()
	var ids []store.ID
	for n := range 3 * minValues {
		m := suite.Sample(n)
		if n%5 > 0 {
			if err := s.Apply(ctx, suite.Remember(m)); err != nil {
				t.Fatal(err)
			}
		}
		ids = append(ids, m.ID)
	}
	want, err := s.Values(ctx, models.SetOf(models.LateInteraction), ids)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]fingerprint.Record, len(ids))
	err = s.EachTokens(ctx, ids, func(place int, v *fingerprint.Packed) error {
		got[place][models.LateInteraction] = fingerprint.Packed{Scales: slices.Clone(v.Scales), Nibbles: slices.Clone(v.Nibbles)}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the token vectors differ from those that Values returns")
	}
	stop := errors.New("stop")
	if err := s.EachTokens(ctx, ids, func(int, *fingerprint.Packed) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error %v after the caller's", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.EachTokens(ended, ids, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
}
