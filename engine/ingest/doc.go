// Package ingest answers: how does a folder become memories?
//
// Files are walked in a fixed order, cut into chunks, and remembered in batches by a few workers at a time. A chunk whose text
// is already in the namespace is skipped, so a second run, or a run after a crash, continues where the first one stopped.
package ingest
