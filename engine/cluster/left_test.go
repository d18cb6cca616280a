package cluster

import (
	"errors"
	"testing"

	"asterism/engine/cluster/agreed"
)

// TestAFolderThatHasLeftIsRefused, whether the node left itself or another node took it out while it was away. With an empty folder it can join again under the same name.
func TestAFolderThatHasLeftIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	first := w.open(w.config("a"))
	for name, leave := range map[string]func(Node) error{
		"b": func(n Node) error { defer w.close(n); return n.Leave(w.ctx) },
		"c": func(n Node) error { w.close(n); return first.Forget(w.ctx, "c") },
	} {
		c := w.config(name)
		n := w.open(c)
		if err := RefuseLeft(c.Dir); err != nil {
			t.Errorf("%s is a member: %v", name, err)
		}
		for number := range 2 {
			w.equal(number, first, n)
			if err := first.RemoveReplica(w.ctx, number, name); err != nil {
				t.Fatal(err)
			}
		}
		if err := leave(n); err != nil {
			t.Fatal(err)
		}
		c.Conn = w.servers.Connect(-1)
		if n, err := Open(w.ctx, c); !errors.Is(err, agreed.ErrLeft) {
			if err == nil {
				w.close(n)
			}
			t.Errorf("%s is opened again: %v", name, err)
		}
		if err := RefuseLeft(c.Dir); !errors.Is(err, agreed.ErrLeft) {
			t.Errorf("the folder of %s does not know that it has left: %v", name, err)
		}
		c.Dir = t.TempDir()
		w.equal(0, first, w.open(c))
	}
}
