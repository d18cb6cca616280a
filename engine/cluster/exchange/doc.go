// Package exchange answers: how does one node ask another?
//
// By a message to the other node's subject; the answer goes to the asker's own subject. Data longer than a message is sent in parts. While the other node works, it sends a sign of
// life once a second. An asker that gets none for [Silence] reports the question as lost ([ErrLost]: it may or may not have been done). If nobody listens at the subject, that is
// known at once ([ErrGone]: it was not done). An asker that gives up sends that, and the handler's context ends. An asker can receive messages during the work ([WithTold]), which
// the handler sends with [Tell].
package exchange
