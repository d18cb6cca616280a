// Package journal answers: what is a log that several machines keep together?
//
// A [Journal] holds records in order, each at a place; a later record has a higher place, not always the next. Whoever appends says which place he takes for the last. Where another record
// stands behind it he is refused ([ErrDeposed]), so of two who both think that they may write only one can: he who has read everything.
//
// An append can end without an answer. The record then stands directly behind the place that was expected, or it never will when something else stands there: so the outcome can be
// looked up, and [Journal.Append] does that. Where it cannot in time, the error wraps [ErrUnknown], and the same Append again settles it.
package journal
