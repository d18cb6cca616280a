// Package exchange answers: how does one node ask another?
//
// By a message to the other's subject; the answer comes to the asker's own. What is longer than a message travels in parts. While the other node works it says so once a
// second: an asker who hears nothing for [Silence] takes it for lost ([ErrLost]: it may or may not have been done). When nobody listens at the subject that is known at once
// ([ErrGone]: it was not done). An asker who gives up says so, and the work's context ends; one who listens
// ([WithTold]) is sent words of the work ([Tell]).
package exchange
