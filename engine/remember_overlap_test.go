package engine

import (
	"context"
	"testing"

	"asterism/engine/testlog"
	"asterism/models"
)

// ingestOverlaps checks by the order of events that two calls overlap: while the first call's memory is written the second's is embedded, and while the second's
// is embedded the first's is written and acknowledged.
func ingestOverlaps(t *testing.T, dir string) {
	arrived, goOn := make(chan struct{}), make(chan struct{})
	c, _ := withPacking(t, dir, &testlog.Log{}, func(p *pretended) {
		p.hook = func(s models.Space) error {
			if s == models.Graph { // a slow GPU
				arrived <- struct{}{}
				<-goOn
			}
			return nil
		}
	})
	e := openConfig(t, c)
	call := func(text string) <-chan error {
		done := make(chan error, 1)
		go func() {
			_, err := e.RememberAll(context.Background(), []Note{{Content: text}})
			done <- err
		}()
		return done
	}
	stored := func(text string) bool {
		t.Helper()
		_, ok, err := e.store.Find(context.Background(), DefaultNamespace, TextHash(text))
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	release := e.aims.Exclude() // writing waits until this is released
	first := call("the first text")
	<-arrived
	goOn <- struct{}{} // it has been embedded, and is not yet written
	second := call("the second text")
	<-arrived
	if stored("the first text") {
		t.Fatal("the first text is stored: nothing is tested")
	}
	release()
	if err := <-first; err != nil || !stored("the first text") || stored("the second text") {
		t.Errorf("the first call ends while the second is embedded: %v", err)
	}
	goOn <- struct{}{}
	if err := <-second; err != nil || !stored("the second text") {
		t.Errorf("the second call: %v", err)
	}
	if n, err := e.store.Live(context.Background(), DefaultNamespace); err != nil || n != 2 {
		t.Errorf("%d memories are stored (%v), want 2", n, err)
	}
}
