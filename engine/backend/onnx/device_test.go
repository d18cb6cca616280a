package onnx

import (
	"testing"

	"asterism/models"
)

// TestMaps: large matrices of floats are used where they lie, whatever file they are in; bytes never.
func TestMaps(t *testing.T) {
	model := func(precision string, sizes ...int64) *models.Model {
		d := &models.Model{File: models.File{File: "graph", Bytes: 10}, Precision: precision}
		for i, n := range sizes {
			d.Weights = append(d.Weights, models.File{File: string(rune('a' + i)), Bytes: n})
		}
		return d
	}
	for _, c := range []struct {
		name string
		from int64
		d    *models.Model
		want bool
	}{
		{"compact", 0, model(""), false},
		{"a byte below", 0, model(models.PrecisionF32, mapFrom-11), false},
		{"at the limit", 0, model(models.PrecisionF32, mapFrom-10), true},
		{"two files", 0, model("", mapFrom/2, mapFrom/2), true},
		{"int8", 0, model(models.PrecisionInt8, 4*mapFrom), false},
		{"another limit", 100, model("", 90), true},
	} {
		if got := (&Options{mapFrom: c.from}).maps(c.d); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
