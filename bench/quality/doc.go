// Package quality answers: does search find what it should, and does every space earn its place?
//
// `make eval` runs it. Every set of questions with known answers is searched by BM25, by plain substring matching, by each space alone and by all of them fused,
// through the same scheduler, backends and index as the product. It prints a table for people and which laws hold. A run over the whole collection of
// development sets writes bench/results/eval.json for programs; laws are judged on sets that are large enough (laws.go). E2, E3 and E4 are about times, which
// these sets do not have, and are left out.
//
// Start at main.go: load.go reads a set, library.go embeds its documents, ask.go puts its questions as the engine does, evaluate.go and
// ablate.go fill the columns, laws.go judges them, table.go and rows.go report. With -dump nothing is judged: dump.go writes what the
// fitting of fusion weights needs. The files named proof… contain what each space promises alone.
package quality
