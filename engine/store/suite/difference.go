package suite

import (
	"fmt"
	"reflect"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

func firstDifference(got, want store.Memory) string {
	for s := range models.Count {
		if !same(&got.Record[s], &want.Record[s]) {
			return fmt.Sprintf("value of %v differs", models.Space(s))
		}
	}
	got.Record, want.Record = fingerprint.Record{}, fingerprint.Record{}
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.NumField() {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			return fmt.Sprintf("%s is %v, want %v", g.Type().Field(i).Name, g.Field(i), w.Field(i))
		}
	}
	return ""
}

// same is reflect.DeepEqual, a hundred times as fast.
func same(a, b *fingerprint.Packed) bool {
	return slices.Equal(a.Int8, b.Int8) && slices.Equal(a.Nibbles, b.Nibbles) && slices.Equal(a.Scales, b.Scales) &&
		slices.Equal(a.Terms, b.Terms) && slices.Equal(a.Bits, b.Bits)
}
