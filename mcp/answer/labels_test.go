package answer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"asterism/engine"
)

// TestLabelsComeInParts: the parts together are the list, and each fits into an answer.
func TestLabelsComeInParts(t *testing.T) {
	var all []engine.Label
	for i := range 500 {
		all = append(all, engine.Label{Name: strings.Repeat("n", i%engine.MaxNameBytes) + fmt.Sprint(i), Memories: 1000 - i})
	}
	var got []engine.Label
	parts := 0
	for offset := 0; ; parts++ {
		l := LabelsFrom("tags", "*", all, offset)
		said := l.Words()
		if len(said) > mostText || l.Total != len(all) || len(l.Names) == 0 {
			t.Fatalf("part at %d: %d names of %d in %d bytes", offset, len(l.Names), l.Total, len(said))
		}
		for _, n := range l.Names {
			got = append(got, engine.Label(n))
		}
		if l.NextOffset == nil {
			break
		}
		if offset = *l.NextOffset; !strings.Contains(said, fmt.Sprintf("More with offset %d.", offset)) {
			t.Errorf("the next part is not named: %s", said)
		}
	}
	if parts < 2 || !slices.Equal(got, all) {
		t.Errorf("%d parts hold %d names, want %d", parts, len(got), len(all))
	}
	if l := LabelsFrom("tags", "", all, 1<<40); len(l.Names) != 0 || l.NextOffset != nil || !strings.Contains(l.Words(), "past the last") {
		t.Errorf("behind the end: %+v", l)
	}
}
