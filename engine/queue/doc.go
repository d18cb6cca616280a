// Package queue answers: how does work change hands without a lock?
//
// Three small parts, and one type made of them:
//
//   - [Ring] holds the values: github.com/puzpuzpuz/xsync's bounded MPMC ring, after Rigtorp's MPMCQueue.
//   - [Permits] counts the free places. A place is reserved before a value is pushed and given back after it was
//     popped, so a ring is never full and a push never has to be undone. No place in time is a [BusyError].
//   - [Bell] lets consumers sleep. An idle queue costs nothing.
//   - [Queue] is the three together.
//
// # Who owns a value, and why none is lost or seen twice
//
// A slot of the ring carries a turn. In an even turn it belongs to the producers, in an odd one to the consumers.
// A producer that moves head from h to h+1 by compare-and-swap owns slot h alone, writes the value, and gives the
// slot away by storing the next turn; a consumer that moves tail does the same the other way round. Each number h is
// won by one producer and one consumer, so each value is popped once, and the atomic store of the turn orders the
// write of the value before its read. Values of one producer have rising numbers and numbers are consumed in order,
// so one producer's values come out in its order.
//
// Try operations of the ring also answer false on a lost race, or while the neighbour in a slot has moved the counter
// but not yet the turn. "False" is therefore not "full" and not "empty". Full cannot happen: with C places at most C
// values are promised, and the ring has at least C slots; so a push that is refused is refused by a race, and is tried
// again. Empty is decided by the count of promises, the permits in use: it is raised before a push and lowered after
// a pop, so zero means that no value is in the ring and none is on its way.
//
// A producer takes its permit first and looks whether the queue is closed second; a consumer looks whether it is closed
// first and at the permits in use second. So either the producer sees the end, gives its permit back and reports
// [ErrClosed], or the consumer sees the promise and stays. Nothing accepted is lost by closing.
//
// A sleeper registers with the bell first and looks at the ring a second time before it sleeps; a producer pushes
// first and looks for sleepers second. In every order of these four steps at least one of the two sees the other.
package queue
