// Package portion answers: how does a backend take batches that were made for a larger one? It splits them into portions of its own size and runs a few
// at a time: a batch that fills a GPU is many times larger than a processor's cache, and needs too much memory.
package portion
