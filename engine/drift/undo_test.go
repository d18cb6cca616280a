package drift

import (
	"bytes"
	"encoding/hex"
	"math"
	"os"
	"reflect"
	"testing"
	"time"

	"asterism/models"

	"github.com/google/uuid"
)

var goldenWeights = func() Weights {
	w := Weights{Correction: uuid.MustParse("0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6071"), Spaces: EqualWeights()}
	w.Spaces[models.Semantic], w.Spaces[models.HDC] = 1.75, .5
	return w
}()

var goldenUndo = Undo{
	Correction: goldenWeights.Correction, Namespace: "läden", At: time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC), Before: goldenWeights.Encode(),
	Goals: []GoalWeight{{uuid.UUID{1}, .7}, {uuid.UUID{2}, .35}},
}

func TestWeightsAndUndoRecordsKeepTheirBytes(t *testing.T) {
	first := Undo{Correction: uuid.UUID{9}, Namespace: "default", At: time.Unix(1, 0).UTC()}
	got := "# weights\n" + hex.EncodeToString(goldenWeights.Encode()) + "\n# undo\n" + hex.EncodeToString(goldenUndo.Encode()) +
		"\n# undo of the first\n" + hex.EncodeToString(first.Encode()) + "\n"
	const file = "testdata/correction-1.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the format has changed; a new version is needed:\n%s\nwant\n%s", got, want)
	}
	for _, u := range []Undo{goldenUndo, first} {
		if back, err := ParseUndo(u.Encode()); err != nil || !reflect.DeepEqual(*back, u) {
			t.Errorf("%+v came back as %+v, %v", u, back, err)
		}
	}
	if w, err := ParseWeights(goldenWeights.Encode()); err != nil || w != goldenWeights {
		t.Errorf("%+v came back as %+v, %v", goldenWeights, w, err)
	}
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	for i, v := range []float64{0, -1, math.NaN(), math.Inf(1), math.MaxFloat64} {
		w := Uncorrected()
		w.Spaces[3] = v
		if _, err := ParseWeights(w.Encode()); err == nil {
			t.Errorf("case %d: a weight of %g was read", i, v)
		}
	}
	b := goldenUndo.Encode()
	for n := range b {
		if _, err := ParseUndo(b[:n]); err == nil {
			t.Errorf("%d of %d bytes were read as an undo record", n, len(b))
		}
	}
	b[0]++
	if _, err := ParseUndo(b); err == nil {
		t.Error("an undo record of a newer version was read")
	}
}

func FuzzUndo(f *testing.F) {
	f.Add(goldenUndo.Encode())
	f.Add(goldenWeights.Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if u, err := ParseUndo(b); err == nil && !bytes.Equal(u.Encode(), b) {
			t.Errorf("%x was read as %+v", b, u)
		}
		if w, err := ParseWeights(b); err == nil && !bytes.Equal(w.Encode(), b) {
			t.Errorf("%x was read as %+v", b, w)
		}
	})
}
