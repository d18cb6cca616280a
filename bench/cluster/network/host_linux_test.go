package network

import "testing"

func TestDestination(t *testing.T) {
	packet := make([]byte, 20)
	packet[0] = 0x45
	for _, c := range []struct {
		to   [4]byte
		host int
		ok   bool
	}{{[4]byte{192, 0, 2, 1}, 0, true}, {[4]byte{192, 0, 2, 250}, 249, true}, {[4]byte{192, 0, 2, 0}, 0, false}, {[4]byte{192, 0, 3, 1}, 0, false}, {[4]byte{224, 0, 0, 22}, 0, false}} {
		copy(packet[16:], c.to[:])
		if host, ok := destination(packet); ok != c.ok || ok && host != c.host {
			t.Errorf("%v is for host %d (%v), want %d (%v)", c.to, host, ok, c.host, c.ok)
		}
	}
	if _, ok := destination(packet[:12]); ok {
		t.Error("half a packet has a destination")
	}
	packet[0] = 0x60
	if _, ok := destination(packet); ok {
		t.Error("a packet of IPv6 has a destination here")
	}
}
