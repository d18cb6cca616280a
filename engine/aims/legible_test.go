package aims

import (
	"testing"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestATextIsReadOnce until it is stored anew or the goals change; what was read while something was stored is not kept.
func TestATextIsReadOnce(t *testing.T) {
	var l legible
	goal, a, b := uuid.New(), uuid.New(), uuid.New()
	ids, unread := []store.ID{a, b}, make([]bool, 2)
	left, mark := l.known("n", goal, ids, unread)
	if len(left) != 2 {
		t.Fatalf("%v are not known", left)
	}
	l.keep("n", goal, ids, []bool{false, true}, mark)
	if left, _ = l.known("n", goal, ids, unread); len(left) != 0 || unread[0] || !unread[1] {
		t.Errorf("%v left, unread %v", left, unread)
	}
	if left, _ = l.known("n", uuid.New(), ids, unread); len(left) != 2 {
		t.Errorf("beside another goal %v are left", left)
	}
	_, mark = l.known("n", goal, ids, unread)
	l.takeOut([]*store.Memory{{ID: b, Namespace: "n"}})
	l.keep("n", goal, ids[1:], []bool{true}, mark)
	if left, _ = l.known("n", goal, ids, unread); len(left) != 1 || left[0] != 1 || unread[1] {
		t.Errorf("after it was stored anew %v are left, unread %v", left, unread)
	}
	l.clear("n")
	if left, _ = l.known("n", goal, ids, unread); len(left) != 2 {
		t.Errorf("after the goals changed %v are left", left)
	}
}
