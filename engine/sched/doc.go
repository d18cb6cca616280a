// Package sched answers: who runs next, on what, with how much?
//
// Every embedder has two lanes, one for questions and one for passages. A call goes through four places, and waits in
// two of them:
//
//	Embed ── permit a job ──► 2×13 rings ── fill ──► 2×13 slots ── claim ──► workers ── resolve ──► Embed returns
//	         (busy? error)    jobs, in order         one ready             a backend,
//	                          of arrival             batch each            or the next one
//
// fill takes what waits in a lane's ring, cuts it into batches within the token budget, and puts the next one into
// the lane's slot. It has no goroutine of its own. The caller of Embed runs it after it has pushed jobs, and a worker
// runs it after it has emptied the slot and before it runs the batch. So the next batch is ready while the device
// works, a single job on an idle scheduler waits for no timer, and an idle scheduler does nothing at all.
//
// A call's jobs need not exist before it begins ([Scheduler.EmbedAsMade]): each parcel of jobs is made while those before it are embedded. So the caller
// tokenises some texts while the devices work on others.
//
// Nobody overtakes in a lane: the ring is first in, first out; all batches of one filling start before the ring is
// read again; among them the one with the oldest row is first. A batch in the slot that nobody has started may
// be taken back and grown with what arrived since, when that at least doubles it; its old rows stay the oldest.
// Between lanes of a kind the batch with the oldest row goes first, and among equally old ones the most expensive lane.
//
// # Questions and passages
//
// Somebody waits for a question; passages come by the thousand. So questions go first: a question waits for the
// batches that run when it comes and for the questions before it, not for the passages that are queued. It has nothing
// to wait for elsewhere either, since questions have permits, rings and slots of their own (see side). The two kinds
// share a space's backend and its statistics (see embedder), and nothing else.
//
// Passages are not starved: when ready passages have been passed over for [Config.Patience], they have a turn of a
// quarter of that time and at least one batch, oldest row first. So however many questions come, passages keep about a
// fifth of the workers. A question by itself takes less than the patience in all its spaces together, and does not
// meet the rule.
//
// A device whose spaces run side by side has further workers who run questions alone ([Config.Askers]): a question then does not even wait for the
// batches that run. And no space may have all workers there ([Config.PerLane]).
//
// # Backends
//
// A space runs on the first backend that has it. One that fails where a later one succeeds is demoted for the space; one whose device is lost
// ([backend.ErrLost]) for all spaces at once. A space on trial ([Config.OnTrial]) begins on its second backend and goes to the first when
// [Scheduler.EndTrial] says that this one can be trusted. Whatever happens, a batch that failed is run by the next backend: no request is lost.
//
// # Values that are only stored
//
// A job may say that its values are only stored ([Job.Packed]). A backend that can pack then returns them packed, as the store writes them: so a GPU does not
// download float32 numbers that the store would quantise. Such a backend gets batches of two kinds. Rows whose floats somebody needs do not share a batch with the others:
// rows of jobs that did not say so, and the windows of long texts, which are pooled. On every other backend nothing is different.
//
// # Ownership
//
// A lane's ring holds a parcel (a slice of one call's jobs, of one role) only while the parcel's permits are taken, so
// it is never full. Filling is exclusive without a lock: a counter of calls lets the first caller fill, and it fills
// again if others called meanwhile. The slot is one atomic pointer. Only the goroutine that fills stores into it, and
// whoever swaps a batch out, that goroutine or a worker, owns the batch alone. A result belongs to the workers, each
// space of it to one, until the call's count of unfinished parcels is zero; then it is the caller's.
package sched
