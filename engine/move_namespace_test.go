package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"
)

const envMove = "ASTERISM_TEST_MOVE" // directory and point at which this process kills itself

// kept returns all of a memory except its namespace and version.
func kept(t *testing.T, e *Engine, namespace string) map[store.ID]store.Memory {
	t.Helper()
	out := map[store.ID]store.Memory{}
	err := e.store.Scan(t.Context(), store.Range{Namespace: namespace, Deleted: true}, store.Parts{Content: true, Spaces: stored}, func(m *store.Memory) (bool, error) {
		one := *m
		one.Namespace, one.Version, one.Purpose = "", 0, store.Memory{}.Purpose // alignments are measured again
		out[m.ID] = one
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// peopled fills a namespace: memories with links, chains, repeated copies, forgotten ones, a goal and a learned link.
func peopled(t *testing.T, e *Engine, namespace string) {
	t.Helper()
	var ids []store.ID
	for i := range 100 {
		n := Note{Content: fmt.Sprintf("%s decided on plan %d for depot %d", namespace, i, i*i), Namespace: namespace, Tags: []string{"plan"}, SessionID: "s"}
		if i > 0 && i%10 == 0 {
			n.Links, n.Supersedes = []store.ID{ids[i-1]}, []store.ID{ids[i-2]}
		}
		r, err := e.Remember(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
	}
	for _, n := range []Note{{Content: namespace + " decided on plan 0 for depot 0", Namespace: namespace}} {
		if _, err := e.Remember(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range ids[3:6] {
		if _, err := e.Forget(t.Context(), id, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.store.Apply(t.Context(), store.Command{Op: store.OpLink, ID: ids[0], Other: ids[1], Kind: store.EdgeLearned, Weight: .5, At: e.now()}); err != nil {
		t.Fatal(err)
	}
}

func goalTexts(t *testing.T, e *Engine, namespace string) (out []string) {
	t.Helper()
	tree, err := e.Goals(t.Context(), namespace)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range tree.Goals {
		out = append(out, g.Description)
	}
	return out
}

// TestANamespaceIsRenamedWhole checks that every memory, forgotten ones included, is unchanged under the other name, that goals move with it, and that the old name is free.
func TestANamespaceIsRenamedWhole(t *testing.T) {
	e := open(t, t.TempDir())
	peopled(t, e, "old")
	if _, err := e.SetNorthStar(t.Context(), "old", "Depots never run dry"); err != nil {
		t.Fatal(err)
	}
	before := kept(t, e, "old")
	moved, err := e.MoveNamespace(t.Context(), NamespaceMove{From: "old", Into: "new"})
	if err != nil || moved.Memories != len(before)-3 || moved.Forgotten != 3 || moved.Goals != 1 || moved.Resumed {
		t.Fatalf("%+v, %v of %d", moved, err, len(before))
	}
	mustLieIn(t, e, "old", "new", before)
	for id, m := range before {
		if m.Deleted.IsZero() {
			continue
		}
		if err := e.Restore(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	for _, c := range []struct {
		q    NamespaceMove
		says string
	}{
		{NamespaceMove{From: "old", Into: "x"}, "neither memories nor goals"}, {NamespaceMove{From: "new", Into: "new"}, "both names"}, {NamespaceMove{From: "*", Into: "x"}, "all namespaces"},
		{NamespaceMove{From: "new", Into: ""}, "namespace is blank"},
	} {
		if _, err := e.MoveNamespace(t.Context(), c.q); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
}

// TestTheLastDreamComesAlong checks that a renamed or merged namespace knows the time of its last dream, or the other's.
func TestTheLastDreamComesAlong(t *testing.T) {
	e := open(t, t.TempDir())
	for i, namespace := range []string{"first", "second", "third"} {
		rememberOne(t, e, Note{Content: namespace + " depot is full", Namespace: namespace})
		last := dream.Last{Ended: workday.Add(time.Duration(i) * time.Hour), Seen: 7}
		if err := e.store.Put(t.Context(), last.Entry(namespace)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		move NamespaceMove
		want time.Time
	}{
		{NamespaceMove{From: "second", Into: "renamed"}, workday.Add(time.Hour)},
		{NamespaceMove{From: "first", Into: "renamed", Merge: true}, workday.Add(time.Hour)},
		{NamespaceMove{From: "third", Into: "renamed", Merge: true}, workday.Add(2 * time.Hour)},
	} {
		if _, err := e.MoveNamespace(t.Context(), c.move); err != nil {
			t.Fatal(err)
		}
		now, err := e.dreams.State(t.Context(), c.move.Into)
		if err != nil || now.Last == nil || !now.Last.Equal(c.want) {
			t.Errorf("%+v: %+v, error %v, want %v", c.move, now, err, c.want)
		}
		if old, err := e.dreams.State(t.Context(), c.move.From); err != nil || old.Last != nil {
			t.Errorf("%s still has %+v, error %v", c.move.From, old, err)
		}
	}
}

// mustLieIn checks that memories are unchanged in another namespace, and are found there.
func mustLieIn(t *testing.T, e *Engine, from, into string, want map[store.ID]store.Memory) {
	t.Helper()
	got := kept(t, e, into)
	for id, m := range want {
		if !reflect.DeepEqual(got[id], m) {
			t.Fatalf("memory %s was\n%+v\nand is\n%+v", id, m, got[id])
		}
	}
	if left := kept(t, e, from); len(left) > 0 {
		t.Errorf("%d memories are left in %s", len(left), from)
	}
	found, err := e.Recall(t.Context(), Question{Text: "plan 55 for depot 3025", Namespace: into})
	if err != nil || len(found.Hits) == 0 || !strings.Contains(found.Hits[0].Memory.Content, "plan 55 ") {
		t.Errorf("not found in %s: %+v, %v", into, found, err)
	}
	if none, err := e.Recall(t.Context(), Question{Text: "plan 55", Namespace: from}); err != nil || none.Scanned != 0 {
		t.Errorf("search looks at %d memories of %s, %v", none.Scanned, from, err)
	}
	if goals := goalTexts(t, e, into); len(goals) != 1 {
		t.Errorf("goals of %s: %v", into, goals)
	}
	if goals := goalTexts(t, e, from); len(goals) != 0 {
		t.Errorf("goals of %s: %v", from, goals)
	}
	info, err := e.store.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, n := range info.Namespaces {
		all += n.Live + n.Forgotten
	}
	mustBeSound(t, e, all)
}

// TestNamespacesAreMerged checks that the memories of both are there, also with the same text; two North Stars are refused without any change.
func TestNamespacesAreMerged(t *testing.T) {
	e := open(t, t.TempDir())
	peopled(t, e, "one")
	if _, err := e.Remember(t.Context(), Note{Content: "one decided on plan 7 for depot 49", Namespace: "two"}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.MoveNamespace(t.Context(), NamespaceMove{From: "one", Into: "two"}); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("a rename onto another: %v", err)
	}
	for _, namespace := range []string{"one", "two"} {
		if _, err := e.SetNorthStar(t.Context(), namespace, "Depots of "+namespace+" never run dry"); err != nil {
			t.Fatal(err)
		}
	}
	before := kept(t, e, "one")
	if _, err := e.MoveNamespace(t.Context(), NamespaceMove{From: "one", Into: "two", Merge: true}); err == nil || !strings.Contains(err.Error(), "North Star") {
		t.Errorf("two North Stars: %v", err)
	}
	if left := kept(t, e, "one"); len(left) != len(before) {
		t.Fatalf("a refused merge has moved %d", len(before)-len(left))
	}
	tree, err := e.Goals(t.Context(), "two")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.RemoveGoal(t.Context(), tree.Goals[0].ID, true); err != nil {
		t.Fatal(err)
	}
	if _, err := e.MoveNamespace(t.Context(), NamespaceMove{From: "one", Into: "two", Merge: true}); err != nil {
		t.Fatal(err)
	}
	mustLieIn(t, e, "one", "two", before)
	if all := kept(t, e, "two"); len(all) != len(before)+1 {
		t.Errorf("%d memories of %d are there", len(all), len(before)+1)
	}
}

// TestAKilledMoveIsFinished kills a process with signal 9 at every point of a move. The next start finishes it.
func TestAKilledMoveIsFinished(t *testing.T) {
	if dir, point, ok := strings.Cut(os.Getenv(envMove), "|"); ok {
		movePoint = func(p string) {
			if p == point {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
		}
		e, err := Open(context.Background(), Config{Data: dir})
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.MoveNamespace(context.Background(), NamespaceMove{From: "old", Into: "new"})
		t.Fatalf("the move ended: %v", err)
	}
	for _, point := range []string{"begun", "batch", "moved"} {
		dir := t.TempDir()
		e := open(t, dir)
		peopled(t, e, "old")
		if _, err := e.SetNorthStar(t.Context(), "old", "Depots never run dry"); err != nil {
			t.Fatal(err)
		}
		before := kept(t, e, "old")
		if err := e.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		child := exec.Command(os.Args[0], "-test.run", "^TestAKilledMoveIsFinished$")
		child.Env = append(os.Environ(), envMove+"="+dir+"|"+point)
		out, err := child.CombinedOutput()
		var ended *exec.ExitError
		if !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("%s: the process was not killed: %v\n%s", point, err, out)
		}
		e = open(t, dir)
		mustLieIn(t, e, "old", "new", before)
		if err := e.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
