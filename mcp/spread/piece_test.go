package spread

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/secrets"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestCutGivesEachNoteToOnePiece of its shard, within the bounds. Only images and notes too long for a message go to the leader without embedding.
func TestCutGivesEachNoteToOnePiece(t *testing.T) {
	const most = 20 << 10
	var notes []engine.Note
	for i := range 500 {
		n := engine.Note{Content: strings.Repeat("x", 1+i%3000), Namespace: fmt.Sprint("n", i%5)}
		switch i {
		case 100:
			n.Content = strings.Repeat("y", most)
		case 200:
			n.Modality = engine.ModalityImage
		}
		notes = append(notes, n)
	}
	shardOf := func(namespace string) int { return int(namespace[1]-'0') % 3 }
	all, err := cut(notes, "a", secrets.Redact, shardOf, most)
	if err != nil {
		t.Fatal(err)
	}
	met, ids := map[int]bool{}, map[store.ID]bool{}
	last := map[int]int{}
	for _, p := range all {
		if p.From != "a" || p.Secrets != secrets.Redact || len(p.Notes) != len(p.IDs) || len(p.Notes) != len(p.at) || len(p.Notes) > pieceNotes {
			t.Fatalf("%+v", p)
		}
		raw, err := p.encode()
		if err != nil || !p.whole && len(raw) > most {
			t.Errorf("%d bytes, %v", len(raw), err)
		}
		for i, at := range p.at {
			if met[at] || ids[p.IDs[i]] || !reflect.DeepEqual(p.Notes[i], notes[at]) || shardOf(notes[at].Namespace) != p.Shard || p.whole != (at == 100 || at == 200) {
				t.Errorf("note %d is in %+v", at, p)
			}
			if !p.whole && at < last[p.Shard] {
				t.Errorf("note %d comes after %d", at, last[p.Shard])
			}
			if met[at], ids[p.IDs[i]] = true, true; !p.whole {
				last[p.Shard] = at
			}
		}
	}
	if len(met) != len(notes) {
		t.Errorf("%d of %d notes are in pieces", len(met), len(notes))
	}
}

// TestAPieceTravelsWhole: every field of a note arrives.
func TestAPieceTravelsWhole(t *testing.T) {
	half, when := .5, time.Date(2026, 2, 3, 4, 5, 6, 789, time.UTC)
	p := piece{ID: "p", From: "a", Shard: 3, Secrets: secrets.Allow, IDs: []store.ID{uuid.New()}, Notes: []engine.Note{{ID: uuid.New(), Content: "a\nb", Rationale: "r", Modality: "code", Importance: &half, Namespace: "n", Tags: []string{"t"}, Domain: "code", Time: when,
		SessionID: "s", Source: "f:1", Links: []store.ID{uuid.New()}, AllowDuplicate: true, Supersedes: []store.ID{uuid.New()}, ValidFrom: when, ValidUntil: when.Add(time.Hour), Repeats: 2, LastRepeat: when}}}
	for i := range reflect.TypeFor[engine.Note]().NumField() {
		if reflect.ValueOf(p.Notes[0]).Field(i).IsZero() {
			t.Errorf("field %s is not tried", reflect.TypeFor[engine.Note]().Field(i).Name)
		}
	}
	raw, err := p.encode()
	if err != nil {
		t.Fatal(err)
	}
	var got piece
	if err := got.decode(raw); err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("%+v, %v\nwant %+v", got, err, p)
	}
}

// TestAnImportanceOfNoughtTravels: gob omits a pointer to 0, which would become the default.
func TestAnImportanceOfNoughtTravels(t *testing.T) {
	p := piece{IDs: make([]store.ID, 3), Notes: []engine.Note{{Content: "none"}, {Content: "nought", Importance: new(float64)}, {Content: "some", Importance: new(.7)}}}
	raw, err := p.encode()
	if err != nil {
		t.Fatal(err)
	}
	var got piece
	if err := got.decode(raw); err != nil || got.Notes[0].Importance != nil || got.Notes[1].Importance == nil || *got.Notes[1].Importance != 0 || *got.Notes[2].Importance != .7 {
		t.Errorf("%+v, %v", got.Notes, err)
	}
}

// FuzzDecodePiece: any bytes give an error, or a piece that is the same after encoding and decoding it again.
func FuzzDecodePiece(f *testing.F) {
	p := piece{ID: "p", From: "a", Shard: 1, IDs: []store.ID{{1}}, Notes: []engine.Note{{Content: "x", Tags: []string{"t"}}}}
	raw, err := p.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		var p, again piece
		if p.decode(raw) != nil {
			return
		}
		first, err := p.encode()
		if err != nil || again.decode(first) != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		if second, err := again.encode(); err != nil || !bytes.Equal(first, second) {
			t.Errorf("%+v became %+v, %v", p, again, err)
		}
	})
}

// TestTheWorstErrorIsTold: one that ends the work before a temporary one, and that before a wrong note.
func TestTheWorstErrorIsTold(t *testing.T) {
	wrong, busy, broken, other := &engine.Error{Kind: engine.KindInvalid}, &engine.Error{Kind: engine.KindBusy}, &engine.Error{Kind: engine.KindStorage}, errors.New("other")
	for _, c := range []struct {
		errs []error
		want error
	}{{nil, nil}, {[]error{nil, nil}, nil}, {[]error{nil, wrong}, wrong}, {[]error{wrong, busy}, busy}, {[]error{busy, wrong}, busy}, {[]error{wrong, broken, busy}, broken}, {[]error{other, broken}, other}} {
		if got := worst(c.errs); got != c.want {
			t.Errorf("of %v: %v, want %v", c.errs, got, c.want)
		}
	}
}
