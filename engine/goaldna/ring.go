package goaldna

// ring keeps the last ones of a row of values. Its places are made once and written over.
type ring[T any] struct {
	items []T
	next  int // where the next one goes
	count int
}

func newRing[T any](size int) ring[T] { return ring[T]{items: make([]T, size)} }

// push returns the place of the next value, in which the oldest one may still stand.
func (r *ring[T]) push() *T {
	at := &r.items[r.next]
	r.next = (r.next + 1) % len(r.items)
	r.count = min(r.count+1, len(r.items))
	return at
}

// at is the i-th of those kept, the oldest first.
func (r *ring[T]) at(i int) *T {
	return &r.items[(r.next-r.count+i+len(r.items))%len(r.items)]
}
