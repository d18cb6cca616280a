package full

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/token"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/compare"
)

// bounds are how far a value may be from the reference, relative to its length. What int8 loses is stated, not demanded; the
// bound is there so that a fault is seen.
var bounds = map[string]float64{models.PrecisionF32: most, models.PrecisionInt8: 0.2}

// subjects are the tiny models that the tests share, by space and precision; see TestMain.
var subjects = map[string]*converted{}

var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "asterism-full-"); err != nil {
		panic(err)
	}
	code := m.Run()
	for _, s := range subjects {
		s.close()
	}
	os.RemoveAll(scratch)
	os.Exit(code)
}

// tiny converts and opens the tiny model of a space once.
func tiny(t *testing.T, s models.Space, precision string) *converted {
	t.Helper()
	key := s.Code() + precision
	if subjects[key] == nil {
		made, err := write(t.Context(), filepath.Join(scratch, key), s, drawn.Tiny, precision)
		if err != nil {
			t.Fatal(err)
		}
		if err := made.open(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		subjects[key] = made
	}
	return subjects[key]
}

// TestConvertedEqualsReference: the nine models as the product opens them, for memories and for questions, in a batch of
// unlike lengths on both sides of the 64 that rows are padded to inside.
func TestConvertedEqualsReference(t *testing.T) {
	cases := []struct {
		precision string
		role      batch.Role
		lengths   []int
	}{{models.PrecisionF32, batch.Passage, []int{1, 70}}, {models.PrecisionF32, batch.Query, []int{9}}, {models.PrecisionInt8, batch.Passage, []int{40}}}
	for _, space := range models.OfOrigin(models.FromModel).Spaces() {
		for _, c := range cases {
			t.Run(fmt.Sprintf("%s/%s/%d", space.Code(), c.precision, c.role), func(t *testing.T) {
				worst := tiny(t, space, c.precision).worstOf(t, c.role, c.lengths)
				if t.Logf("‖out − ref‖/‖ref‖ at most %.2g", worst); !(worst <= bounds[c.precision]) {
					t.Errorf("off by %.2g, want at most %g", worst, bounds[c.precision])
				}
			})
		}
	}
}

// worstOf is the greatest distance from the reference of texts of the lengths.
func (s *converted) worstOf(t *testing.T, role batch.Role, lengths []int) float64 {
	rows := s.Draw(rand.New(rand.NewPCG(5, 6)), role, lengths...)
	got, err := s.embed(t.Context(), role, rows...)
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Expected(t.Context(), role, rows...)
	if err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for i := range rows {
		g, err := compare.Gap(s.Kind(), got[i], want[i])
		if err != nil || g != g {
			t.Fatalf("row %d of %d tokens: off by %v (%v)", i, len(rows[i]), g, err)
		}
		worst = max(worst, g)
	}
	return worst
}

// TestTextsDiffer: the models distinguish texts; one whose output hardly depends on its input would pass every comparison.
func TestTextsDiffer(t *testing.T) {
	for _, space := range models.OfOrigin(models.FromModel).Spaces() {
		s := tiny(t, space, models.PrecisionF32)
		rows := s.Draw(rand.New(rand.NewPCG(7, 8)), batch.Query, 12, 12)
		want, err := s.Expected(t.Context(), batch.Query, rows[1])
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.embed(t.Context(), batch.Query, rows[0])
		if err != nil {
			t.Fatal(err)
		}
		if g, err := compare.Gap(space.Info().Kind, got[0], want[0]); err != nil || g < 0.3 {
			t.Errorf("%v: two texts are only %.2g apart (%v)", space, g, err)
		}
	}
}

func TestImagesEqualReference(t *testing.T) {
	for _, precision := range []string{models.PrecisionF32, models.PrecisionInt8} {
		s := tiny(t, models.Multimodal, precision)
		images := s.DrawImages(rand.New(rand.NewPCG(9, 9)), 3)
		got, err := s.embedImages(t.Context(), images...)
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.ExpectedImages(t.Context(), images...)
		if err != nil {
			t.Fatal(err)
		}
		for i := range images {
			g, err := compare.NumbersGap(got[i], want[i])
			if err != nil || !(g <= bounds[precision]) {
				t.Errorf("%s, image %d: off by %.2g, want at most %g (%v)", precision, i, g, bounds[precision], err)
			}
			alone, err := s.embedImages(t.Context(), images[i])
			if err != nil || !slices.Equal(alone[0], got[i]) {
				t.Errorf("%s, image %d gives other bits alone (%v)", precision, i, err)
			}
			t.Logf("%s, image %d: off by %.2g", precision, i, g)
		}
	}
}

// TestFramesAreTheTokenizers: the frame of the manifest around the ids of a text gives the ids that the tokenizer gives for
// the prefix and the text as one.
func TestFramesAreTheTokenizers(t *testing.T) {
	const text = "why the cat's valves failed in 1987"
	for _, space := range models.OfOrigin(models.FromModel).Spaces() {
		s := tiny(t, space, models.PrecisionF32)
		tok, err := token.Load(s.Manifest.Path(s.Manifest.Tokenizers[s.Model.Tokenizer]))
		if err != nil {
			t.Fatal(err)
		}
		for role, prefix := range map[batch.Role]string{batch.Passage: s.Model.PassagePrefix, batch.Query: s.Model.QueryPrefix} {
			frame := s.Frame(role)
			if space == models.LateInteraction {
				frame.Before = frame.Before[:1] // behind [CLS] is ColBERT's marker, which no text contains
			}
			framed := slices.Concat(frame.Before, tok.Encode(nil, text), frame.After)
			if whole := tok.Wrap(nil, tok.Encode(nil, prefix+text)); !slices.Equal(framed, whole) {
				t.Errorf("%v, role %d: %v within its frame, %v as one text", space, role, framed, whole)
			}
		}
	}
}
