package rocks

import (
	"context"
	"errors"
	"reflect"
	"testing"

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
	asked := models.SetOf(models.LateInteraction, models.Causal, models.TemporalRecent) // the last is never kept
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
