package natstest

import (
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"testing"
)

// Where the ports of tests lie: below those that systems give to connections that go out (from 32768 on with Linux), since such a connection may take a port between the moment in
// which it was found free and the one in which a server listens at it. Processes that test at the same time begin at different places.
const (
	firstPort  = 11000
	portsEach  = 60
	testOthers = 350 // processes with places of their own
)

var nextPort atomic.Uint32

// FreePort is a port of this machine's own address that nobody listens at. A process gets each only once, as long as there are others.
func FreePort(t testing.TB) int {
	t.Helper()
	start := firstPort + portsEach*(os.Getpid()%testOthers)
	for range portsEach * testOthers {
		n := int(nextPort.Add(1))
		port := firstPort + (start-firstPort+n)%(portsEach*testOthers)
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = l.Close() // it was only asked for
			return port
		}
	}
	t.Fatalf("no port from %d to %d is free", firstPort, firstPort+portsEach*testOthers)
	return 0
}

// FreeAddress is 127.0.0.1 with a [FreePort].
func FreeAddress(t testing.TB) string {
	t.Helper()
	return fmt.Sprintf("127.0.0.1:%d", FreePort(t))
}
