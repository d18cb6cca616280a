// Package history answers: could one store, asked by one caller at a time, have given these answers?
//
// Calls about memories are recorded with the times at which they began and ended. [Check] asks porcupine (github.com/anishathalye/porcupine) for an order of them that
// agrees with those times, and in which each answer is what [Step] allows (linearizability: Herlihy and Wing 1990). A call without an answer may have been carried out at
// any later time, or never.
package history
