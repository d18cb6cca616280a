// Package journal answers: what is a log that several machines keep together?
//
// A [Journal] stores records in order, each at a place. A later record has a higher place, not always the next one. An append names the place that the caller believes to be the
// last. If another record is stored after that place, the append is refused ([ErrDeposed]). So of two callers who both believe that they may write, only the one who has read
// everything can.
//
// An append may end without an answer. The record is then stored directly after the expected place, or it never will be if another record is stored there. So the outcome can be
// looked up, and [Journal.Append] does that. If that is not possible in time, the error wraps [ErrUnknown]; repeating the same Append settles it.
package journal
