// Package cuda answers: how does a text embed on a GPU? Rows are packed, so nothing is computed for padding; a model is a walk over the launches
// of kernels/cuda, in bf16 with sums in float32.
//
// A batch goes like this:
//
//	Embed ── lay ──► queue (space, role) ──► lane: thread, stream, room ── bring ── walk, or a graph ── fetch ── values ──► Embed returns
//	                 nobody waits in a list                                copy in    launches           copy out
//
// What is only stored comes back packed as fingerprint.Pack would pack it ([Backend.EmbedPacked], packing.go); before anything is, the GPU has shown with drawn values that it packs to
// the same bit (packing_proof.go).
//
// Every space has two lanes for passages and one, whose stream goes first on the GPU, for questions; so a question waits for questions of its space alone. Lanes share the
// weights and nothing else: what one copies, and what the processor does for it, lies beside what the others compute. Rooms are planned from what is free before anything
// is loaded (residency.go), and from one batch to the next nothing is allocated. Calls end at once when the GPU is lost (backend_lost.go).
// [Backend.Busy] says how long the GPU had work.
//
// What else is decided here, and where it stands:
//
//   - Small batches are filled up to 32, 64, 128 or 256 tokens and replayed as one CUDA graph (graph.go): a network only launches, and only the size of its layout
//     steers it (network.go).
//   - How a matrix product is made is measured once for a GPU, driver and set of kernels (measure.go): mma.sync on every GPU, a kernel for few rows, wgmma on sm_90,
//     cuBLASLt where it is installed ($ASTERISM_CUBLASLT_LIB names it in an unusual place). A way whose numbers differ from mma.sync's by more than rounding, or that
//     fails, is left out with a warning. The choices lie in the user's cache folder, asterism/products-*.json; *.trial there marks ways that cost a start its GPU.
//   - Another way adds in another order, so a text alone and in a batch may differ by [Bound]. Order and neighbours change no bit.
//   - When memory is short batches get smaller, to 2,048 tokens; then models go to the processor, those with the least arithmetic first (residency.go).
//   - Whether matrices are int8 is the manifest's choice (int8.go). Of a sparse vector only the terms that are kept come back (splade.go). E2 to E4 and E9 can run
//     here and do not by default (arithmetic.go).
package cuda
