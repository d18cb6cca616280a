// Package network answers: how do several hosts on one machine reach each other, and how badly?
//
// Each host is a network namespace of Linux with a loopback and one device (TUN). What a host sends to another comes to this process as a packet, which hands it on,
// drops it, delays it or hands it on twice, as [Network.Set] says for each direction. So a program's own TCP meets what it would meet on a bad network, and nothing in
// the program has to know. The hosts have addresses that are reserved for documentation (192.0.2.0/24, RFC 5737): no packet leaves the machine.
//
// It wants Linux, the rights of root and the command ip (package iproute2); [Available] says what is missing.
package network
