// Package network answers: how do several hosts on one machine reach each other, and how badly?
//
// Each host is a network namespace of Linux with a loopback and one device (TUN). What a host sends to another reaches this process as a packet. The process forwards
// it, drops it, delays it or forwards it twice, as [Network.Set] says for each direction. So a program's own TCP behaves as on a bad network, without any change to
// the program. The hosts have addresses that are reserved for documentation (192.0.2.0/24, RFC 5737): no packet leaves the machine.
//
// It needs Linux, the rights of root and the command ip (package iproute2); [Available] returns what is missing.
package network
