package rocks

import (
	"bytes"
	"errors"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

func FuzzParseRenewed(f *testing.F) {
	n := renewed{version: 7, spaces: graphAndWords, tokens: [models.Count]uint32{3: 1 << 20}}
	b := n.append(nil)
	f.Add(b[1 : len(b)-4])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := parseRenewed(body); err != nil && !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) {
			t.Errorf("error %v, want ErrDamaged or ErrNewer", err)
		}
		got, err := parseRenewed(seal(append([]byte{recordVersion}, body...), 0))
		if err != nil {
			return
		}
		if got.spaces.Without(keptSpaces) != 0 {
			t.Errorf("took spaces %v", got.spaces.Spaces())
		}
		if again, err := parseRenewed(got.append(nil)); err != nil || again != got {
			t.Errorf("%+v came back as %+v, error %v", got, again, err)
		}
	})
}

func FuzzReadRenewal(f *testing.F) {
	r := renewal{phase: settling, Renewal: suite.RenewalOf(graphAndWords, 1)}
	b := r.append(nil)
	f.Add(b[1 : len(b)-4])
	f.Add([]byte{1, 0, 0})
	f.Fuzz(func(t *testing.T, body []byte) {
		value := seal(append([]byte{recordVersion}, body...), 0)
		got := &renewal{}
		if err := readValue(value, got.read); err != nil {
			return
		}
		if got.phase < gathering || got.phase > clearing || got.Check() != nil {
			t.Errorf("took phase %d of spaces %v", got.phase, got.Spaces.Spaces())
		}
		again := &renewal{}
		if err := readValue(got.append(nil), again.read); err != nil || *again != *got {
			t.Errorf("%+v came back as %+v, error %v", got, again, err)
		}
	})
}

// TestRenewalCodec pins what is refused: phases and spaces that do not exist.
func TestRenewalCodec(t *testing.T) {
	t.Parallel()
	good := renewal{phase: gathering, Renewal: suite.RenewalOf(graphAndWords, 1)}
	for name, change := range map[string]func(*renewal){
		"no phase":        func(r *renewal) { r.phase = 0 },
		"later phase":     func(r *renewal) { r.phase = clearing + 1 },
		"space of time":   func(r *renewal) { r.Spaces = models.SetOf(models.TemporalRecent) },
		"unknown space":   func(r *renewal) { r.Spaces = 1 << models.Count },
		"as it should be": func(*renewal) {},
	} {
		bad := good
		change(&bad)
		got := &renewal{}
		err := readValue(bad.append(nil), got.read)
		if bad == good && (err != nil || *got != good) || bad != good && !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %+v, error %v", name, got, err)
		}
	}
	if b := good.append([]byte("before")); !bytes.HasPrefix(b, []byte("before")) {
		t.Error("append overwrote what was there")
	}
}
