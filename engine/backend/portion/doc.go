// Package portion answers: how does a backend take batches that were made for a larger one? In portions of its own size, so many at a time: a batch
// that fills a GPU would take a processor's cache, and its memory, many times over.
package portion
