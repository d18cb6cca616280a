// Package workspace answers: What is in mind now?
//
// A [Workspace] is a small working set of memories of one namespace and session. It judges every new memory: how similar
// it is to the members in each space, as a percentile, and whether the spaces agree on that, as the order of coupled
// oscillators ([Synchrony]). A memory enters when it fits and the spaces agree. One that does not fit waits. If the next
// memory fits the waiting one better than the members, the topic has changed and the members leave.
//
// [Minds] are the workspaces of all sessions. One goroutine owns them: it judges memories in the order of arrival,
// saves the ids of the members, and answers questions.
package workspace
