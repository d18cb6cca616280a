package member

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// opened returns a new cluster whose door is open; at is the clock of the door.
func opened(t *testing.T, at time.Time) *Member {
	t.Helper()
	m, err := Found(t.TempDir(), Founding{Name: "team", Shards: 4, Place: Place{Node: "a", Listen: "127.0.0.1:7747", Door: freeAddress(t)}}, now)
	if err != nil {
		t.Fatal(err)
	}
	l, err := tls.Listen("tcp", m.Settings.Door, m.DoorTLS())
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: m.DoorHandler(func() []string { return []string{m.Listen} }, func(node string) bool { return node == "a" }, func() time.Time { return at })}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	return m
}

func invite(t *testing.T, m *Member) Invite {
	t.Helper()
	v, err := m.Invite(time.Hour, now)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = ParseInvite(v.String()); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestJoining: an invited machine is a member that others accept, also after its folder was read again. Only its owner can read its keys.
func TestJoining(t *testing.T) {
	m := opened(t, now)
	dir := t.TempDir()
	if _, err := Join(t.Context(), dir, invite(t, m), Place{Node: "b", Listen: "127.0.0.1:7757"}, now); err != nil {
		t.Fatal(err)
	}
	b, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if b.Cluster != m.Cluster || b.Shards != 4 || b.Node != "b" || b.Door != "127.0.0.1:7758" || len(b.Seeds) != 1 || b.Seeds[0] != m.Listen {
		t.Errorf("%+v", b.Settings)
	}
	token, err := b.Token("b")
	if err != nil || !m.Known("b", token) || m.Known("a", token) || m.Known("b", "") {
		t.Errorf("token %q: %v", token, err)
	}
	for _, file := range []string{authorityKey, nodeKey} {
		info, err := os.Stat(filepath.Join(dir, Folder, file))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", file, info, err)
		}
	}
	meet(t, m, b)
}

// meet connects two members, each of them once as the server.
func meet(t *testing.T, members ...*Member) {
	t.Helper()
	for i, m := range members {
		near, far := net.Pipe()
		done := make(chan error, 1)
		go func() { done <- tls.Server(far, at(m.TLS())).HandshakeContext(t.Context()) }()
		err := tls.Client(near, at(members[1-i].TLS())).HandshakeContext(t.Context())
		if err := errors.Join(err, <-done); err != nil {
			t.Error(err)
		}
		_ = near.Close()
	}
}

func at(c *tls.Config) *tls.Config {
	c.Time = func() time.Time { return now }
	return c
}

// TestJoiningIsRefused, with a message for each reason.
func TestJoiningIsRefused(t *testing.T) {
	place := Place{Node: "b", Listen: "127.0.0.1:7757"}
	for name, c := range map[string]struct {
		invite func(t *testing.T, m *Member) Invite
		place  Place
		door   time.Time
		at     time.Time
		want   string
	}{
		"used before": {func(t *testing.T, m *Member) Invite {
			v := invite(t, m)
			if _, err := Join(t.Context(), t.TempDir(), v, place, now); err != nil {
				t.Fatal(err)
			}
			return v
		}, place, now, now, "good once"},
		"ended, says the joining machine": {invite, place, now, now.Add(2 * time.Hour), "has ended"},
		"ended, says the door":            {invite, place, now.Add(2 * time.Hour), now, "has ended"},
		"another authority": {func(t *testing.T, m *Member) Invite {
			v := invite(t, m)
			v.Fingerprint[0]++
			return v
		}, place, now, now, "another fingerprint"},
		"a name that is taken": {invite, Place{Node: "a", Listen: "127.0.0.1:7757"}, now, now, "called \"a\" already"},
		"no name":              {invite, Place{Node: "B", Listen: "127.0.0.1:7757"}, now, now, "small letters"},
		"no address":           {invite, Place{Node: "b", Listen: "7757"}, now, now, "host and a port"},
	} {
		t.Run(name, func(t *testing.T) {
			m := opened(t, c.door)
			dir := t.TempDir()
			_, err := Join(t.Context(), dir, c.invite(t, m), c.place, c.at)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if _, err := Open(dir); !errors.Is(err, ErrNone) {
				t.Errorf("something was written: %v", err)
			}
		})
	}
}

// TestFoundingIsRefused where it is not possible.
func TestFoundingIsRefused(t *testing.T) {
	good := Founding{Name: "team", Shards: 4, Place: Place{Node: "a", Listen: "127.0.0.1:7747"}}
	for want, change := range map[string]func(*Founding){
		"0 shards":                 func(f *Founding) { f.Shards = 0 },
		"257 shards":               func(f *Founding) { f.Shards = 257 },
		"small letters":            func(f *Founding) { f.Name = "Our team" },
		"at most 25":               func(f *Founding) { f.Name = "abcdefghijklmnopqrstuvwxyz" },
		"host and a port":          func(f *Founding) { f.Listen = ":7747" },
		"at most 65534":            func(f *Founding) { f.Listen = "127.0.0.1:65535" },
		"name of the node \"-a-\"": func(f *Founding) { f.Node = "-a-" },
	} {
		f := good
		change(&f)
		if _, err := Found(t.TempDir(), f, now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	dir := t.TempDir()
	if _, err := Found(dir, good, now); err != nil {
		t.Fatal(err)
	}
	if _, err := Found(dir, good, now); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("twice: %v", err)
	}
}

// TestCertificatesAreRenewed: a node with an expired certificate has a valid one afterwards.
func TestCertificatesAreRenewed(t *testing.T) {
	dir := t.TempDir()
	m, err := Found(dir, Founding{Name: "team", Shards: 1, Place: Place{Node: "a", Listen: "127.0.0.1:7747"}}, now)
	if err != nil {
		t.Fatal(err)
	}
	later := now.AddDate(nodeYears, 0, 1)
	if err := m.Current(later); err == nil || !strings.Contains(err.Error(), "renew") {
		t.Errorf("%v", err)
	}
	if err := m.Renew(later); err != nil {
		t.Fatal(err)
	}
	if m, err = Open(dir); err != nil || m.Current(later) != nil {
		t.Errorf("%v, %v", err, m.Current(later))
	}
	if err := m.Renew(now.AddDate(authorityYears, 0, 1)); err == nil {
		t.Error("an authority that has ended signs")
	}
}

// FuzzParseInvite: what is accepted as an invitation is the same after writing and reading it again.
func FuzzParseInvite(f *testing.F) {
	f.Add(Invite{Door: "127.0.0.1:7748", Fingerprint: make([]byte, 32), Secret: []byte("s"), Ends: now}.String())
	f.Add(invitePrefix)
	f.Add("")
	f.Fuzz(func(t *testing.T, word string) {
		v, err := ParseInvite(word)
		if err != nil {
			return
		}
		again, err := ParseInvite(v.String())
		if err != nil || again.String() != v.String() {
			t.Errorf("%q: %v", word, err)
		}
	})
}
