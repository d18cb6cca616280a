package workspace

import (
	"context"
	"fmt"
	"testing"
)

// TestWhatStandsInLineIsBoundedAndCounted: push never waits, the oldest memories are dropped, the order is kept, and questions are never dropped.
func TestWhatStandsInLineIsBoundedAndCounted(t *testing.T) {
	q := &queue{ring: func() {}}
	one, two := Key{"n", "1"}, Key{"n", "2"}
	asked := 0
	for i := range maxQueued + 10 {
		key := one
		if i%2 == 1 {
			key = two
		}
		q.push(task{key: key, thought: &Thought{Version: uint64(i)}})
		if i%100 == 0 {
			q.push(task{do: func(context.Context) { asked++ }})
		}
	}
	next, passed := uint64(10), map[Key]int{}
	for {
		task, ok := q.pop(func(string) bool { return false })
		if !ok {
			break
		}
		passed[task.key] += task.passed
		if task.do != nil {
			task.do(context.Background())
			continue
		}
		if task.thought.Version != next {
			t.Fatalf("look %d came, want %d", task.thought.Version, next)
		}
		next++
	}
	if next != maxQueued+10 || asked != 3 || passed[one] != 5 || passed[two] != 5 || q.looks != 0 {
		t.Errorf("last look %d, %d questions, passed over %v, %d looks left", next, asked, passed, q.looks)
	}
	q.close()
	if q.push(task{}) {
		t.Error("a closed queue took a task")
	}
}

// TestATaskThatFailedComesFirstAgain, when its session need not wait any more; other sessions and questions do not wait for it, and the bound still
// applies.
func TestATaskThatFailedComesFirstAgain(t *testing.T) {
	q := &queue{ring: func() {}}
	one, two := Key{"n", "1"}, Key{"n", "2"}
	push := func(key Key, n uint64) { q.push(task{key: key, thought: &Thought{Version: n}}) }
	waiting := ""
	pop := func() (out string) {
		t.Helper()
		task, ok := q.pop(func(name string) bool { return name == waiting })
		switch {
		case !ok:
			return "none"
		case task.do != nil:
			return "question"
		}
		q.putBack(task)
		if again, ok := q.pop(func(string) bool { return false }); !ok || again.thought != task.thought {
			t.Errorf("what was put back does not come first")
		}
		return fmt.Sprint(task.thought.Version)
	}
	push(one, 1)
	push(one, 2)
	push(two, 3)
	q.push(task{do: func(context.Context) {}})
	push(one, 4)
	waiting = one.String()
	for i, want := range []string{"3", "question", "none"} {
		if got := pop(); got != want {
			t.Errorf("task %d while the other waits is %s, want %s", i, got, want)
		}
	}
	waiting = ""
	for i, want := range []string{"1", "2", "4", "none"} {
		if got := pop(); got != want {
			t.Errorf("task %d afterwards is %s, want %s", i, got, want)
		}
	}
	for i := range uint64(maxQueued) {
		push(two, i)
	}
	q.putBack(task{key: one, passed: 2, thought: &Thought{}})
	if q.looks != maxQueued || len(q.tasks) != maxQueued || q.passed[one] != 3 {
		t.Errorf("%d looks of %d tasks, passed over %v", q.looks, len(q.tasks), q.passed)
	}
	q.putBack(task{key: one, save: true})
	if task, ok := q.pop(func(string) bool { return false }); !ok || !task.save || task.key != one {
		t.Errorf("what is to be written down is %+v", task)
	}
}
