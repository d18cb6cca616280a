package answer

import (
	"encoding/json"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestSeveralSayWhatTheyReplace: the text gives the numbers of notes whose text was replaced before, and of those that replace newer memories, and does not mention the others.
func TestSeveralSayWhatTheyReplace(t *testing.T) {
	old, newer, later := uuid.New(), uuid.New(), uuid.New()
	v := StoredManyFrom([]engine.Once{{ID: uuid.New()}, {ID: uuid.New(), ReplacedCopy: &engine.ReplacedCopy{ID: old, By: []store.ID{newer}}}, {ID: uuid.New(), ReplacesNewer: []store.ID{later}}})
	b, err := json.Marshal(v.Memories)
	if err != nil || strings.Count(string(b), "replaced_copy") != 1 || strings.Count(string(b), "replaces_newer") != 1 {
		t.Errorf("%s, %v", b, err)
	}
	words := v.Words()
	for _, want := range []string{"Number 2: The same text is stored as " + named(old) + ", which " + named(newer), "Number 3: It replaces " + named(later) + ", which is newer"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q lacks %q", words, want)
		}
	}
	if strings.Contains(words, "Number 1") {
		t.Errorf("%q says something of the first", words)
	}
}
