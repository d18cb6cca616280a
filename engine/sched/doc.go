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
// A call's jobs need not exist before it begins ([Scheduler.EmbedAsMade]): each parcel of jobs is made while the earlier ones are embedded. So the
// caller tokenises some texts while the devices work on others.
//
// Within a lane the order is kept: the ring is first in, first out; all batches of one filling start before the ring is
// read again; among them the one with the oldest row is first. A batch in the slot that has not been started may be
// taken back and extended with newer rows, if that at least doubles it; its old rows stay the oldest. Between lanes of
// a kind the batch with the oldest row goes first, and among equally old ones the most expensive lane.
//
// # Questions and passages
//
// A person or an agent waits for a question; passages come by the thousand. So questions go first: a question waits
// for the batches that are running when it comes and for earlier questions, not for queued passages. It waits nowhere
// else for them, since questions have separate permits, rings and slots (see side). The two kinds share only a space's
// backend and its statistics (see embedder).
//
// Passages are not starved: when ready passages have been passed over for [Config.Patience], they get a turn of a
// quarter of that time and at least one batch, oldest row first. So for any number of questions, passages keep about a
// fifth of the workers. A single question takes less than the patience in all its spaces together, so the rule does
// not affect it.
//
// A device whose spaces run concurrently has additional workers that run only questions ([Config.Askers]): a question then does not even wait for
// the running batches. And no space may occupy all workers there ([Config.PerLane]).
//
// # Backends
//
// A space runs on the first backend that has it. A backend that fails where a later one succeeds is demoted for the space; one whose device is
// lost ([backend.ErrLost]) for all spaces at once. A space on trial ([Config.OnTrial]) starts on its second backend and moves to the first when
// [Scheduler.EndTrial] reports that it can be trusted. In every case a failed batch is run by the next backend: no request is lost.
//
// # Values that are only stored
//
// A job may say that its values are only stored ([Job.Packed]). A backend that can pack then returns them packed, as the store writes them, so a GPU does not download
// float32 numbers that the store would quantise. Such a backend gets batches of two kinds. Rows whose floats are needed do not share a batch with the others: rows of jobs
// without Packed, and the windows of long texts, which are pooled. On every other backend nothing changes.
//
// # Ownership
//
// A lane's ring holds a parcel (a slice of one call's jobs, of one role) only while the parcel's permits are taken, so
// it is never full. Filling is exclusive without a lock: a counter of calls lets the first caller fill, and it fills
// again if others called meanwhile. The slot is one atomic pointer. Only the goroutine that fills stores into it, and
// the goroutine or worker that swaps a batch out is its only owner. A result belongs to the workers, each space of it
// to one, until the call's count of unfinished parcels is zero; then it belongs to the caller.
package sched
