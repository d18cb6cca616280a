package natstest

import (
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"testing"
)

// The range of the tests' ports. It is below the ports that systems use for outgoing connections (from 32768 on Linux): such a connection could take a port after it was found free
// and before a server listens at it. Processes that test at the same time begin at different ports.
const (
	firstPort  = 11000
	portsEach  = 60
	testOthers = 350 // number of processes with their own ports
)

var nextPort atomic.Uint32

// FreePort returns a free port of this machine's own address. A process gets each port only once, while there are others.
func FreePort(t testing.TB) int {
	t.Helper()
	start := firstPort + portsEach*(os.Getpid()%testOthers)
	for range portsEach * testOthers {
		n := int(nextPort.Add(1))
		port := firstPort + (start-firstPort+n)%(portsEach*testOthers)
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = l.Close() // it only served to test the port
			return port
		}
	}
	t.Fatalf("no port from %d to %d is free", firstPort, firstPort+portsEach*testOthers)
	return 0
}

// FreeAddress returns 127.0.0.1 with a [FreePort].
func FreeAddress(t testing.TB) string {
	t.Helper()
	return fmt.Sprintf("127.0.0.1:%d", FreePort(t))
}
