package engine

import (
	"slices"
	"testing"
)

// TestWhatNoMemoryNamesIsSaid checks that the answer says so if no memory has an identifier of the question: the hits are about another one.
func TestWhatNoMemoryNamesIsSaid(t *testing.T) {
	e := open(t, "")
	remember(t, e, Note{Content: "E_CART_409 means that the cart was changed by somebody else."}, Note{Content: "db-01 is the primary of the cluster."}, Note{Content: "PAY-1041 is fixed in release v2.3.1."},
		Note{Content: "The room has a window.", Rationale: "asked in OPS-17"})
	for question, want := range map[string][]string{
		"what does E_CART_777 mean": {"E_CART_777"}, "what about db-07": {"db-07"}, "what does E_CART_409 mean": nil, "is PAY-1041 fixed in v2.3.1?": nil, "is PAY-1041 fixed in v2.4.0?": {"v2.4.0"},
		"db-07 and E_CART_778": {"db-07", "E_CART_778"}, "what was asked in OPS-17?": nil, "which room has a window?": nil,
	} {
		if got := recall(t, e, Question{Text: question}).NamedNowhere; !slices.Equal(got, want) {
			t.Errorf("%s %q, want %q", question, got, want)
		}
	}
}
