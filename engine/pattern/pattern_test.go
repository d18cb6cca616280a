package pattern

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// An invalid expression is detected when it is used, and by Check before.
func TestMistakes(t *testing.T) {
	New(`fine`)
	if err := Check(); err != nil {
		t.Fatalf("without a mistake: %v", err)
	}
	bad := New(`(`)
	t.Cleanup(func() { made.patterns = slices.DeleteFunc(made.patterns, func(p *Pattern) bool { return p == bad }) })
	if err := Check(); err == nil || !strings.Contains(err.Error(), "missing closing )") {
		t.Errorf("with one: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("one that cannot be compiled matched")
		}
	}()
	bad.MatchString("(")
}

// Several goroutines may use a pattern that was not used before.
func TestManyAtOnce(t *testing.T) {
	p := New(`(\d+) notes`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if m := p.FindStringSubmatch("some 12 notes"); len(m) != 2 || m[1] != "12" {
				t.Errorf("matched %q", m)
			}
		})
	}
	wg.Wait()
	if got := p.ReplaceAllString("3 notes", "$1 memories"); got != "3 memories" {
		t.Error(got)
	}
}
