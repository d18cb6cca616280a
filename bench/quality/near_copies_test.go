package quality

import (
	"context"
	"strings"
	"testing"
)

// TestNearCopies: no pair that says something else is called a copy, no unrelated one similar, and true copies are found.
func TestNearCopies(t *testing.T) {
	all := nearCopies()
	of := map[string]int{}
	for _, p := range all {
		if p.first == p.second || p.script == "" || p.done == "" {
			t.Errorf("%+v is no pair", p)
		}
		of[p.script]++
	}
	if len(all) != 400 || len(of) != 10 {
		t.Fatalf("%d pairs in %d scripts, want 400 in 10", len(all), len(of))
	}
	var told strings.Builder
	rows, err := tellNearCopies(context.Background(), options{}, &told)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Value != 0 {
			t.Errorf("%s is %v, want 0\n%s", r.Name, r.Value, told.String())
		}
	}
}
