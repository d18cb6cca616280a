package aims

import (
	"sync"

	"asterism/engine/store"
)

// legible keeps of memories that wait for their alignment with changed goals which of them models cannot hold against a goal, so that each text is read once and not at every question about
// drift. It is a byte and an id a memory, and goes when the pass over the namespace ends or begins anew. The zero value is ready.
type legible struct {
	mu     sync.Mutex
	of     map[string]map[store.ID]map[store.ID]bool // namespace, goal, memory: unread
	stored uint64                                    // counts what was taken out
}

// known fills in what is known of memories, and returns the places of those of which nothing is; mark is for keep.
func (l *legible) known(namespace string, goal store.ID, ids []store.ID, unread []bool) (left []int, mark uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.of[namespace][goal]
	for i, id := range ids {
		is, ok := all[id]
		if unread[i] = is; !ok {
			left = append(left, i)
		}
	}
	return left, l.stored
}

// keep takes in what was read since mark, unless a memory was stored meanwhile: its text may be another now.
func (l *legible) keep(namespace string, goal store.ID, ids []store.ID, unread []bool, mark uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stored != mark {
		return
	}
	if l.of == nil {
		l.of = map[string]map[store.ID]map[store.ID]bool{}
	}
	if l.of[namespace] == nil {
		l.of[namespace] = map[store.ID]map[store.ID]bool{}
	}
	if l.of[namespace][goal] == nil {
		l.of[namespace][goal] = map[store.ID]bool{}
	}
	for i, id := range ids {
		l.of[namespace][goal][id] = unread[i]
	}
}

// takeOut forgets memories that have been stored.
func (l *legible) takeOut(memories []*store.Memory) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stored++
	for _, m := range memories {
		for _, all := range l.of[m.Namespace] {
			delete(all, m.ID)
		}
	}
}

// clear forgets a namespace, whose goals have changed or are all done.
func (l *legible) clear(namespace string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stored++
	delete(l.of, namespace)
}

// clearAll forgets all namespaces.
func (l *legible) clearAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stored++
	l.of = nil
}
