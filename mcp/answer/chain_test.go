package answer

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/engine"

	"github.com/google/uuid"
)

// TestWhatIsToComeIsSaid in words, with its date, and in a field that is absent if there is nothing. The field is the same after reading it back.
func TestWhatIsToComeIsSaid(t *testing.T) {
	none := ChainFrom(&engine.Chain{})
	if b, err := json.Marshal(none); err != nil || string(b) != "{}" || none.Words() != "" {
		t.Errorf("%s %q %v", b, none.Words(), err)
	}
	chain := engine.Chain{Coming: []engine.Past{{ID: uuid.New(), Time: time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC), Text: "The limit is 500."}}}
	c := ChainFrom(&chain)
	b, err := json.Marshal(c)
	if err != nil || !strings.Contains(string(b), `"superseded_later"`) || c.NotCurrent {
		t.Errorf("%s, %v", b, err)
	}
	for _, want := range []string{"to be replaced", "The limit is 500.", "2027-05-01"} {
		if !strings.Contains(c.Words(), want) {
			t.Errorf("%q lacks %q", c.Words(), want)
		}
	}
	if back := c.Engine(); !reflect.DeepEqual(back, chain) {
		t.Errorf("read back %+v", back)
	}
}
