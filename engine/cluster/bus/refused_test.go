package bus

import (
	"context"
	"strings"
	"testing"
	"time"

	"asterism/engine/cluster/member"
	"asterism/engine/cluster/natstest"
)

// TestAStrangerIsNotLetIn: a node of another cluster with the same name and address gets no route.
func TestAStrangerIsNotLetIn(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	dir, otherDir := t.TempDir(), t.TempDir()
	m := found(ctx, t, dir, "a")
	own := begin(ctx, t, dir, m)
	defer own.Close()
	other := found(ctx, t, otherDir, "b")
	other.Cluster = m.Cluster // with another authority
	opts, err := options(otherDir, other, []string{m.Listen})
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := start(ctx, other, opts, quiet())
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	for range 20 { // it tries once a second
		if own.Peers()+stranger.Peers() > 0 {
			t.Fatal("a server of another authority is connected")
		}
		_ = pause(ctx, 50*time.Millisecond)
	}
}

// TestAnAddressInUseIsSaid: the error contains the address.
func TestAnAddressInUseIsSaid(t *testing.T) {
	dir := t.TempDir()
	m, err := member.Found(dir, member.Founding{Name: "team", Shards: 1, Place: member.Place{Node: "a", Listen: natstest.FreeAddress(t), Door: natstest.FreeAddress(t)}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	taken := occupy(t, m.Listen)
	defer taken.Close()
	b, err := Start(t.Context(), dir, m, Options{Log: quiet()})
	if err == nil {
		b.Close()
	}
	if err == nil || !strings.Contains(err.Error(), m.Listen) || !strings.Contains(err.Error(), "in use") {
		t.Errorf("%v", err)
	}
}

// TestANodeWhoseCertificateHasEndedDoesNotStart, and the error says what to do.
func TestANodeWhoseCertificateHasEndedDoesNotStart(t *testing.T) {
	dir := t.TempDir()
	m, err := member.Found(dir, member.Founding{Name: "team", Shards: 1, Place: member.Place{Node: "a", Listen: natstest.FreeAddress(t), Door: natstest.FreeAddress(t)}}, time.Now().AddDate(-6, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Start(t.Context(), dir, m, Options{Log: quiet()})
	if err == nil {
		b.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "cluster renew") {
		t.Errorf("%v", err)
	}
}
