package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"asterism/engine/cluster/member"
	"asterism/engine/cluster/natstest"
	"asterism/engine/testlog"
)

// TestAServerThatIsGoneIsCountedUntilItIsTakenOut, by its name, even if none of the running servers has ever seen it.
func TestAServerThatIsGoneIsCountedUntilItIsTakenOut(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	dirs := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	members := []*member.Member{found(ctx, t, dirs[0], "a"), nil, nil}
	door(t, members[0])
	nodes := []*Bus{begin(ctx, t, dirs[0], members[0]), nil, nil}
	for i, name := range []string{"b", "c"} {
		v, err := members[0].Invite(time.Hour, time.Now())
		if err == nil {
			members[i+1], err = member.Join(ctx, dirs[i+1], v, member.Place{Node: name, Listen: natstest.FreeAddress(t), Door: natstest.FreeAddress(t)}, time.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
		nodes[i+1] = begin(ctx, t, dirs[i+1], members[i+1])
		await(ctx, t, nodes[0], fmt.Sprint(i+2, " servers"), func(c []Counted) bool { return len(c) == i+2 && c[i+1] == Counted{name, true} })
	}
	for _, b := range nodes {
		b.Close()
	}
	for i := range 2 { // these two never see the third
		members[i].Seeds = []string{members[1-i].Listen}
		nodes[i] = begin(ctx, t, dirs[i], members[i])
		defer nodes[i].Close()
	}
	await(ctx, t, nodes[0], "one is away, and has no name", func(c []Counted) bool { return len(c) == 3 && c[0] == Counted{} })
	await(ctx, t, nodes[1], "it is known by a name that is given", func(c []Counted) bool { return len(c) == 3 && c[2] == Counted{"c", false} }, "c")
	if err := nodes[1].Remove(ctx, "c"); err != nil {
		t.Fatal(err)
	}
	if err := nodes[0].Remove(ctx, "c"); !errors.Is(err, ErrNotCounted) {
		t.Errorf("again: %v", err)
	}
	await(ctx, t, nodes[0], "two are left", func(c []Counted) bool { return len(c) == 2 })
}

func await(ctx context.Context, t *testing.T, b *Bus, what string, is func([]Counted) bool, named ...string) {
	t.Helper()
	var now []Counted
	err := until(ctx, func() bool {
		var err error
		now, err = b.Counted(named...)
		return err == nil && is(now)
	})
	if err != nil {
		t.Fatalf("%s: never, but %v", what, now)
	}
}

// TestAServersIDIsThatOfItsName: peerID computes what the library does.
func TestAServersIDIsThatOfItsName(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	b := begin(ctx, t, dir, found(ctx, t, dir, "node-7"))
	defer b.Close()
	if got := peerID("node-7"); got != b.server.Node() {
		t.Errorf("id %q, the server says %q", got, b.server.Node())
	}
}

// TestPasswordsOfOurOwnAreNoNews: the warning about passwords is not logged, since the person who runs a node cannot change that.
func TestPasswordsOfOurOwnAreNoNews(t *testing.T) {
	var said testlog.Log
	dir := t.TempDir()
	m := found(t.Context(), t, dir, "a")
	b, err := Start(t.Context(), dir, m, Options{Log: slog.New(slog.NewTextHandler(&said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	if strings.Contains(said.String(), "asswords") {
		t.Error(said.String())
	}
}
