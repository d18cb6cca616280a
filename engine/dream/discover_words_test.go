package dream

import (
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// TestAddressesAndDatesNameNothing: parts of a URL, of an address of mail and of a date are no names of goals.
func TestAddressesAndDatesNameNothing(t *testing.T) {
	ids := map[string]int32{}
	p := phrases{known: map[string]*known{}, cues: map[string]cue{}, encode: func(w string) []int32 {
		if _, met := ids[w]; !met {
			ids[w] = int32(len(ids) + 1)
		}
		return []int32{ids[w]}
	}}
	m := &store.Memory{Content: "Atlas released on 14 September, see https://docs.example.com/atlas/file.html and www.example.com or mail ops@example.com on Tuesday in November about the parcel service."}
	for id := range uint16(60) { // every word weighs something
		m.Record[models.Sparse].Terms = append(m.Record[models.Sparse].Terms, fingerprint.TermWeight{ID: id + 1, Weight: 1})
	}
	var written []string
	all, _, _ := p.of(m)
	for _, w := range all {
		written = append(written, w.Written)
	}
	for _, name := range []string{"Atlas", "parcel service"} {
		if !slices.Contains(written, name) {
			t.Errorf("%q is not among %q", name, written)
		}
	}
	for _, name := range []string{"docs", "example", "com", "file", "html", "ops", "September", "November", "Tuesday"} {
		if slices.Contains(written, name) {
			t.Errorf("%q is among %q", name, written)
		}
	}
}

// TestWhatWasDoneNamesNothing: a verb's form in -ed neither is a name nor ends one; it may begin one, as in "raised bed".
func TestWhatWasDoneNamesNothing(t *testing.T) {
	whole := map[string]bool{"remove": true, "fix": true, "raise": true, "plan": true, "spe": false}
	for word, want := range map[string]bool{"removed": false, "Fixed": false, "raised": false, "planned": false, "late": false, "year": false, "speed": true, "testbed": true, "feed": true, "memory": true, "Ahmed": true, "memcached": true} {
		p := phrases{known: map[string]*known{}, cues: map[string]cue{}, encode: func(w string) []int32 {
			if whole[w] {
				return []int32{1}
			}
			return []int32{1, 2}
		}}
		if k := p.word(word); k.naming && !k.done != want {
			t.Errorf("%s names: %v, done %v", word, k.naming, k.done)
		}
	}
}
