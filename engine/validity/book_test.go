package validity

import (
	"sync"
	"testing"

	"github.com/google/uuid"
)

// TestManyWritersAndReaders: memories are added and removed during reads; at the end the book holds the
// remaining ones.
func TestManyWritersAndReaders(t *testing.T) {
	var b Book
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			for n := w; n < 200; n += 4 {
				f := fact(n+1, 1, n)
				b.Put(&f)
				if n%3 == 0 {
					b.Remove(f.ID)
				}
			}
		})
		wait.Go(func() {
			for n := range 200 {
				b.Related([]uuid.UUID{id(n)})
				b.Early(on(n % 28))
			}
		})
	}
	wait.Wait()
	if want := 200 - 67; b.Len() != want {
		t.Errorf("%d memories are left, want %d", b.Len(), want)
	}
}
