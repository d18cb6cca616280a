// Package peerbench answers: how do others do the same work on this machine? It is `make bench-peers`: it installs the official memory server, transformers.js, onnxruntime-node
// and fastembed-js from npm, compares each with the program in turns, and prints their ratios in one table.
package peerbench
