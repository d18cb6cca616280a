package compare

import "testing"

// TestInsteadIsNot checks that words behind "instead of" and "rather than" are denied, as behind "not".
func TestInsteadIsNot(t *testing.T) {
	for want, pairs := range map[Class][][2]string{
		Rephrased: {
			{"We use tabs instead of spaces", "We use tabs, not spaces"}, {"We use Helm rather than Kustomize", "We use Helm, not Kustomize"}, {"Ana leads the team instead of Boris", "Ana leads the team, not Boris"},
			{"Store integers rather than floats", "Store integers, not floats"}, {"Times are in UTC instead of local time", "Times are in UTC, not local time"},
		},
		Swapped: {{"We use tabs instead of spaces", "We use spaces instead of tabs"}},
		Detail:  {{"We use tabs", "We use tabs instead of spaces"}, {"We use tabs instead of spaces", "We use tabs"}},
		Negated: {{"We use spaces", "We use tabs instead of spaces"}, {"We use tabs and spaces", "We use tabs instead of spaces"}},
		Contradiction: {
			{"The gateway supports HTTP/3", "HTTP/3 is unsupported by the gateway"}, {"Version 4 supports the old client", "The old client is unsupported by version 4"},
			{"The job always finishes before noon", "The job rarely finishes before noon"},
		},
	} {
		for _, p := range pairs {
			if got := Texts(p[0], p[1]); got.Class != want {
				t.Errorf("%q, %q: %s, want %s", p[0], p[1], got.Words(), want)
			}
		}
	}
}
