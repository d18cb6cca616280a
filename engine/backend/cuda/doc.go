// Package cuda answers: how does a text embed on a card? Rows are packed, so nothing is computed for padding; a model is a walk over the launches
// of kernels/cuda, in bf16 with sums in float32.
//
// A batch goes like this:
//
//	Embed ── lay ──► queue (space, role) ──► lane: thread, stream, room ── bring ── walk, or a graph ── fetch ── values ──► Embed returns
//	                 nobody waits in a list                                copy in    launches           copy out
//
// What is only stored comes back packed as fingerprint.Pack would pack it ([Backend.EmbedPacked], packing.go); before anything is, the card has shown with drawn values that it packs to
// the same bit (packing_proof.go).
//
// Every space has two lanes for passages and one, whose stream goes first on the card, for questions; so a question waits for questions of its space alone. Lanes share the
// weights and nothing else: what one copies, and what the processor does for it, lies beside what the others compute. Rooms are planned from what is free before anything
// is loaded (residency.go), and from one batch to the next nothing is allocated. Calls end at once when the card is lost (backend_lost.go).
// [Backend.Busy] says how long the card had work.
package cuda
