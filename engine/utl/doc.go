// Package utl answers: how much is learned from a memory?
//
// It is arithmetic over neighbours that a search found. For each space it computes surprise ΔS (how far from what is known) and
// coherence ΔC (how well it fits what is known); from these the learning score, the Johari quadrants, the session's
// context and the pulse of a namespace. It reads no store and writes nothing to disk: a namespace's state is a function
// of its newest measured memories ([Namespace]).
package utl
