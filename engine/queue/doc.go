// Package queue answers: how does work change hands without a lock?
//
// It has three small parts, and one type that combines them:
//
//   - [Ring] holds the values: github.com/puzpuzpuz/xsync's bounded MPMC ring, after Rigtorp's MPMCQueue.
//   - [Permits] counts the free places. A place is reserved before a value is pushed and released after it was
//     popped, so a ring is never full and a push never has to be undone. If no place is free in time the error
//     is a [BusyError].
//   - [Bell] lets consumers sleep. An idle queue costs nothing.
//   - [Queue] combines the three.
//
// # Who owns a value, and why none is lost or seen twice
//
// A slot of the ring has a turn number. In an even turn it belongs to the producers, in an odd one to the consumers.
// A producer that moves head from h to h+1 by compare-and-swap owns slot h exclusively, writes the value, and passes
// the slot on by storing the next turn; a consumer that moves tail does the same in the other direction. Each number
// h is won by one producer and one consumer, so each value is popped once, and the atomic store of the turn orders
// the write of the value before its read. Values of one producer have rising numbers and numbers are consumed in
// order, so one producer's values are popped in its order.
//
// Try operations of the ring also return false after a lost race, or while another goroutine has moved the counter but
// not yet the turn of a slot. So false means neither "full" nor "empty". Full cannot happen: with C places at most C
// values are promised, and the ring has at least C slots; so a refused push was refused because of a race, and is
// retried. Empty is decided by the number of promises, the permits in use: it is increased before a push and decreased
// after a pop, so zero means that no value is in the ring or about to be added.
//
// A producer takes its permit first and then checks whether the queue is closed; a consumer checks first whether it is
// closed and then the permits in use. So either the producer sees that it is closed, releases its permit and returns
// [ErrClosed], or the consumer sees the promise and stays. Closing loses no accepted value.
//
// A sleeper first registers with the bell and checks the ring again before it sleeps; a producer first pushes and
// then looks for sleepers. In every order of these four steps at least one of the two sees the other.
package queue
