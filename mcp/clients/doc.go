// Package clients answers: how does an assistant's configuration get an entry for this server? It knows the configuration files of the usual clients and writes one entry into them.
// Everything else in the file stays the same, byte for byte. It also packs the program into a bundle that clients install.
package clients
