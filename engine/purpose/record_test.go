package purpose

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// goldenSpaces are few, so that people can read the file.
var goldenSpaces = models.SetOf(models.Sparse, models.LateInteraction)

func goldenAim(t testing.TB) *Aim {
	t.Helper()
	values := drawn(11, goldenSpaces)
	g := goalNumber(11, Tactical, 3)
	g.Namespace, g.Description, g.Weight = "läden", "Sell more bread\nthan last year.", .375
	a, err := NewAim(g, &values, strangers(t, 8, goldenSpaces))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestGoalsKeepTheirBytes(t *testing.T) {
	const file = "testdata/goal-1.txt"
	got := []byte(hex.EncodeToString(Append(nil, goldenAim(t))) + "\n")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the format has changed; a new version is needed:\n%s\nwant\n%s", got, want)
	}
	raw, err := hex.DecodeString(strings.TrimSpace(string(want)))
	if err != nil {
		t.Fatal(err)
	}
	a, err := Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	if w := goldenAim(t); !equal(a, w) {
		t.Errorf("read %+v, want %+v", a, w)
	}
}

// equal compares two aims, with NaN equal to NaN.
func equal(a, b *Aim) bool {
	return a.Goal == b.Goal && reflect.DeepEqual(a.Record, b.Record) && reflect.DeepEqual(a.Values, b.Values) && same(a.Mean, b.Mean) && same(a.Spread, b.Spread) &&
		a.Background.same(b.Background) && reflect.DeepEqual(a.Background.record, b.Background.record)
}

// TestGoalsComeBackAsTheyWere: a calibrated goal measures the same after a restart, to the last bit.
func TestGoalsComeBackAsTheyWere(t *testing.T) {
	cohort := strangers(t, 8, contentSpaces)
	rapid.Check(t, func(t *rapid.T) {
		spaces := models.SetOf(rapid.SliceOfNDistinct(rapid.SampledFrom(contentSpaces.Spaces()), 1, -1, rapid.ID[models.Space]).Draw(t, "spaces")...)
		values := drawn(rapid.Uint64().Draw(t, "seed"), spaces)
		g := goalNumber(rapid.Byte().Draw(t, "id"), rapid.SampledFrom(Levels).Draw(t, "level"), rapid.Byte().Draw(t, "parent"))
		g.Namespace, g.Description = rapid.String().Draw(t, "namespace"), rapid.String().Draw(t, "description")
		a, err := NewAim(g, &values, cohort)
		if err != nil {
			t.Fatal(err)
		}
		b := Append([]byte("before"), a)
		got, err := Parse(b[len("before"):])
		if err != nil || !equal(got, a) {
			t.Fatalf("%+v came back as %+v, %v", a, got, err)
		}
	})
}

func TestParseRefuses(t *testing.T) {
	good := Append(nil, goldenAim(t))
	with := func(at int, v byte) []byte {
		b := bytes.Clone(good)
		b[at] = v
		return b
	}
	for name, c := range map[string]struct {
		b    []byte
		is   error
		says string
	}{
		"nothing":        {nil, ErrLayout, "too early"},
		"newer":          {with(0, 2), ErrNewer, "version 2"},
		"version 0":      {with(0, 0), ErrLayout, "version 0"},
		"level":          {with(33, 4), ErrLayout, "level 4"},
		"weight is NaN":  {append(bytes.Clone(good[:34]), append([]byte{0, 0, 0, 0, 0, 0, 0xf8, 0x7f}, good[42:]...)...), ErrLayout, "weight is NaN"},
		"cut":            {good[:len(good)-1], ErrLayout, ""},
		"too long":       {append(bytes.Clone(good), 0), ErrLayout, "1 bytes too many"},
		"damaged values": {with(len(good)-20, good[len(good)-20]^1), ErrLayout, "checksum"},
	} {
		if _, err := Parse(c.b); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %v that says %q", name, err, c.is, c.says)
		}
	}
	for n := range good {
		if _, err := Parse(good[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes were taken for a goal", n, len(good))
		}
	}
}

// FuzzParse: it never panics, and what it accepts is encoded to the same bytes.
func FuzzParse(f *testing.F) {
	f.Add(Append(nil, goldenAim(f)))
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := Parse(b)
		if err != nil {
			return
		}
		again, err := Parse(Append(nil, a))
		if err != nil || !equal(a, again) {
			t.Errorf("%x was read as %+v, written and read as %+v, %v", b, a, again, err)
		}
	})
}
