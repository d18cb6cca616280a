// Package background answers: what runs in the background, and how did its last run end?
//
// A [Loop] runs rounds of work in a separate goroutine: periodically, after a kick, and when failed work is to be retried. In a round the work processes one subject after
// another, such as one namespace after another. A subject that fails waits, longer with every failure (see [Pause]), and delays no other; the subject "" is the loop as a
// whole. A panic is a failure. [State] shows what failed, since when, and until when it waits.
package background
