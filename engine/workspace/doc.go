// Package workspace answers: What is in mind now?
//
// A [Workspace] is a small working set of memories of one namespace and session. It looks at every memory that comes in: how like the
// present members it is in each space, as a percentile; and whether the spaces agree in that, as the order of coupled oscillators
// ([Synchrony]). What belongs, and agrees that it does, enters; one that does not waits, and if the next one belongs to it rather than to
// the members, the topic has changed and the members leave.
//
// [Minds] are the workspaces of all sessions. One goroutine has them, looks at memories in the order in which they came, writes down who is
// in mind, and answers.
package workspace
