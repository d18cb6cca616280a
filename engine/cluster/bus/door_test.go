package bus

import (
	"crypto/tls"
	"net"
	"net/http"
	"testing"
	"time"

	"asterism/engine/cluster/member"
)

// door serves machines that want to join.
func door(t *testing.T, m *member.Member) {
	t.Helper()
	l, err := tls.Listen("tcp", m.Settings.Door, m.DoorTLS())
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: m.DoorHandler(func() []string { return []string{m.Listen} }, func(node string) bool { return node == m.Node }, time.Now)}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
}

func occupy(t *testing.T, address string) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
