// Package background answers: what runs unasked, and how did it last end?
//
// A [Loop] runs rounds of work in a goroutine of its own: at a period, when it is kicked, and when something that failed is to be tried again. In a round the work tries one
// subject after another, such as one namespace after another. A subject that fails waits, longer with every failure (see [Pause]), and holds up no other; the subject "" is the
// loop as a whole. A panic is a failure. What failed, since when and until when it waits is in [State].
package background
