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

// TestNamesWithADotAreWhole: a name that has a dot within it, or begins with one, is no name of what stands behind the dot. The end of a sentence, and "e.g.", make none.
func TestNamesWithADotAreWhole(t *testing.T) {
	for text, want := range map[string]string{
		"Ship the Vue.js widgets first.": "Vue.js widgets", "The (.NET runtime) lags.": ".NET runtime", "Read SETUP.md before, e.g. the parcel service.Then stop.": "SETUP.md", "It rained. Boats leaked.": "Boats",
	} {
		ids := map[string]int32{}
		p := phrases{known: map[string]*known{}, cues: map[string]cue{}, encode: func(w string) []int32 {
			if _, met := ids[w]; !met {
				ids[w] = int32(len(ids) + 1)
			}
			return []int32{ids[w]}
		}}
		m := &store.Memory{Content: text}
		for id := range uint16(30) {
			m.Record[models.Sparse].Terms = append(m.Record[models.Sparse].Terms, fingerprint.TermWeight{ID: id + 1, Weight: 1})
		}
		var written []string
		all, _, _ := p.of(m)
		for _, w := range all {
			written = append(written, w.Written)
		}
		if !slices.Contains(written, want) {
			t.Errorf("%q: %q is not among %q", text, want, written)
		}
		for _, part := range []string{"js", "js widgets", "NET", "NET runtime", "md", "e.g", "rained. Boats"} {
			if slices.Contains(written, part) {
				t.Errorf("%q: %q is among %q", text, part, written)
			}
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
