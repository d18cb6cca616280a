package path

import (
	"strings"
	"testing"
)

func TestSaid(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string
		want          float64
	}{
		"because":               {"The disk of the build server was full.", "The nightly build failed because the disk was full.", 1},
		"because, first":        {"The new cook forgot to order flour.", "Because flour was not ordered, the bakery could not bake bread.", 1},
		"because of":            {"The flood left mould on the old maps.", "The old maps were thrown away because of the mould.", 1},
		"since":                 {"The certificate of the gateway expired.", "Since the certificate expired, phones refused to connect.", 1},
		"as":                    {"The hens had to be killed.", "As the hens were killed, eggs became scarce.", 1},
		"due to":                {"The index on the orders table is gone.", "Queries take half a minute due to the missing index on the orders table.", 1},
		"caused by":             {"The connection pool leaks.", "The outage was caused by a leak in the connection pool.", 1},
		"so":                    {"The pool of connections ran dry.", "No connections were left, so the shop showed an error page.", 1},
		"so, of the first":      {"The battery was flat, so the alarm did not ring.", "The alarm did not ring this morning.", takesUp},
		"so, and what came":     {"The alarm did not ring, so Tom overslept.", "Tom overslept and missed the train.", takesUp},
		"a reason within it":    {"Public launch is planned for 15 September.", "Launch moved from 15 September to 6 October because the security review is late.", 0},
		"the second of the two": {"We checked at noon. The build failed because the disk was full.", "The disk is full again.", -1},
		"another cause":         {"The new cook forgot to order flour.", "The build failed because the disk was full.", 0},
		"no cause":              {"The disk was full.", "The disk was full and the build failed.", 0},
		"since a time":          {"Releases are made in May.", "We have shipped weekly since the release in May.", 0},
		"as a manner":           {"The gateway is used as a proxy.", "Use the gateway as a proxy.", 0},
		"so good":               {"The tests are good.", "The tests are so good that nobody complains.", 0},
		"the same":              {"The build failed because the disk was full.", "The build failed because the disk was full.", 0},
		"nothing":               {"", "because ", 0},
		"a cause without words": {"The disk was full.", "Because of that, it was so.", 0},
	} {
		if got := said(c.first, c.second); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if back := said(c.second, c.first); back != -c.want {
			t.Errorf("%s: %v the other way, want %v", name, back, -c.want)
		}
	}
}

// FuzzSaid: exchanging any two texts negates the result, and a text compared with itself gives 0.
func FuzzSaid(f *testing.F) {
	f.Add("The disk was full.", "The build failed because the disk was full.")
	f.Add("Since a, b", "a, so b; because c\n\nas d, e")
	f.Add(strings.Repeat("because ", 50), "\xff because of \x00, so")
	f.Fuzz(func(t *testing.T, first, second string) {
		if a, b := said(first, second), said(second, first); a != -b {
			t.Errorf("%v one way, %v the other", a, b)
		}
		if got := said(first, first); got != 0 {
			t.Errorf("a text says %v of itself", got)
		}
	})
}

// TestNoLinkIsToldWhereThereIsNone: a route by similarity in cause alone is not described as linked.
func TestNoLinkIsToldWhereThereIsNone(t *testing.T) {
	for _, direction := range []string{Unknown, Backward} {
		r := Route{Hops: []Step{{By: HopCausal}}, Direction: direction, Chance: .5}
		if said := r.directed(); strings.Contains(said, "linked") {
			t.Errorf("%s: %q", direction, said)
		}
		r.Hops = append(r.Hops, Step{By: HopLink})
		if said := r.directed(); !strings.Contains(said, "linked") {
			t.Errorf("%s with a link: %q", direction, said)
		}
	}
}
