package queue

import (
	"fmt"
	"testing"
)

// BenchmarkHandOver passes values from producers to consumers, through the queue, its ring alone, and a Go
// channel.
func BenchmarkHandOver(b *testing.B) {
	const capacity = 1024
	for _, pairs := range []int{1, 4} {
		b.Run(fmt.Sprintf("queue/pairs=%d", pairs), func(b *testing.B) {
			q := New[int](capacity)
			handOver(b, pairs, func(v int) { _ = q.Push(b.Context(), v) }, func() { _, _ = q.Pop(b.Context()) })
		})
		b.Run(fmt.Sprintf("ring/pairs=%d", pairs), func(b *testing.B) {
			r := NewRing[int](capacity)
			full := NewPermits(capacity)
			handOver(b, pairs, func(v int) {
				_ = full.Acquire(b.Context(), 1, 0)
				r.Put(v)
			}, func() {
				r.TryPop(always)
				full.Release(1)
			})
		})
		b.Run(fmt.Sprintf("channel/pairs=%d", pairs), func(b *testing.B) {
			c := make(chan int, capacity)
			handOver(b, pairs, func(v int) { c <- v }, func() { <-c })
		})
	}
}

// BenchmarkManyToOne has the shape of both uses: four producers, one consumer.
func BenchmarkManyToOne(b *testing.B) {
	const capacity = 1024
	b.Run("queue", func(b *testing.B) {
		q := New[int](capacity)
		manyToOne(b, func(v int) { _ = q.Push(b.Context(), v) }, func() { _, _ = q.Pop(b.Context()) })
	})
	b.Run("channel", func(b *testing.B) {
		c := make(chan int, capacity)
		manyToOne(b, func(v int) { c <- v }, func() { <-c })
	})
}

func manyToOne(b *testing.B, push func(int), pop func()) {
	const producers = 4
	share := b.N/producers + 1
	b.ResetTimer()
	for range producers {
		go func() {
			for i := range share {
				push(i)
			}
		}()
	}
	for range producers * share {
		pop()
	}
}

// BenchmarkUncontended measures one push and one pop by one goroutine.
func BenchmarkUncontended(b *testing.B) {
	b.Run("queue", func(b *testing.B) {
		q := New[int](8)
		for i := 0; b.Loop(); i++ {
			_ = q.TryPush(i)
			q.TryPop()
		}
	})
	b.Run("ring", func(b *testing.B) {
		r := NewRing[int](8)
		for i := 0; b.Loop(); i++ {
			r.Put(i)
			r.TryPop(always)
		}
	})
	b.Run("channel", func(b *testing.B) {
		c := make(chan int, 8)
		for i := 0; b.Loop(); i++ {
			c <- i
			<-c
		}
	})
}

// always waits for the next value.
func always() bool { return true }

func handOver(b *testing.B, pairs int, push func(int), pop func()) {
	done := make(chan struct{})
	share := b.N/pairs + 1
	b.ResetTimer()
	for range pairs {
		go func() {
			for i := range share {
				push(i)
			}
		}()
		go func() {
			for range share {
				pop()
			}
			done <- struct{}{}
		}()
	}
	for range pairs {
		<-done
	}
}
