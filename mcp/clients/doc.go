// Package clients answers: how does an assistant come to know of this server? It knows where the usual clients keep their configuration and writes one
// entry into it, so that everything else in the file stays as it is, byte for byte; and it packs the program into a bundle that clients install.
package clients
