package engine

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"
)

// BenchmarkSubGoals measures discover_sub_goals over 8,533 memories, each of two notes of one of four topics and a number.
func BenchmarkSubGoals(b *testing.B) {
	const memories = 8_533
	e, err := Open(b.Context(), Config{Data: b.TempDir(), Embedder: compactModels(b)})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close(b.Context())
	notes, topics := notesByTopic(b)
	var all []Note
	for i := 0; len(all) < memories; i++ {
		from, with := i%len(notes), (i+len(notes)*(1+i/len(notes))/3)%len(notes)
		if topics[from] == topics[with] || i%7 == 0 {
			all = append(all, Note{Content: fmt.Sprintf("%s %s It is note %d.", notes[from].Content, notes[with].Content, i)})
		}
	}
	for part := range slices.Chunk(all, 500) {
		if _, err := e.RememberAll(b.Context(), part); err != nil {
			b.Fatal(err)
		}
	}
	spent := processorTime(b)
	for b.Loop() {
		if _, err := e.SubGoals(b.Context(), SubGoalQuestion{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((processorTime(b)-spent).Seconds()/float64(b.N), "cpu-s/op")
}

// processorTime returns the time that this process has used on all processors. A busy machine affects it less than wall-clock time.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
