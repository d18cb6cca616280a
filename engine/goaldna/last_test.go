package goaldna

import (
	"testing"
	"time"
)

// TestLast: it comes back from the bytes too, and a check without a signal is one.
func TestLast(t *testing.T) {
	at := time.Unix(1_700_000_000, 5).UTC()
	c, err := New("bake bread", DefaultOptions(), func() time.Time { return at })
	if err != nil {
		t.Fatal(err)
	}
	if !c.Last().IsZero() {
		t.Errorf("last check at %s before there was one", c.Last())
	}
	for range DefaultOptions().History + 1 {
		at = at.Add(time.Second)
		if _, err := c.Record(0, "", .5, false); err != nil {
			t.Fatal(err)
		}
	}
	back, err := Parse(c.Append(nil), nil)
	if err != nil || !c.Last().Equal(at) || !back.Last().Equal(at) {
		t.Errorf("last check at %s, then %s, want %s, %v", c.Last(), back.Last(), at, err)
	}
}
