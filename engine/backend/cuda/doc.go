// Package cuda answers: how does a text embed on a GPU? Rows are packed, so nothing is computed for padding. A walk through a network launches the
// kernels of kernels/cuda, in bf16 with sums in float32.
//
// A batch goes like this:
//
//	Embed ── lay ──► queue (space, role) ──► lane: thread, stream, memory ── upload ── walk, or a graph ── download ── values ──► Embed returns
//	                 unbuffered                                              copy in   launches            copy out
//
// Values that are only stored come back packed, with the bytes that fingerprint.Pack makes of them ([Backend.EmbedPacked], packing.go). When the backend opens, it packs drawn
// values on the GPU and compares them with the processor's; a GPU whose bytes differ does not pack (packing_proof.go).
//
// Every space has two lanes for passages and one for questions, whose stream has priority on the GPU; so a question waits only for questions of its space. Lanes share the
// weights and nothing else: one lane copies, or works on the processor, while the others compute. The memory of all lanes is planned from the free memory before anything
// is loaded (residency.go), and nothing is allocated between batches. When the GPU is lost, all calls end at once (backend_lost.go).
// [Backend.Busy] says how long the GPU had work.
//
// What else is decided here, and where it stands:
//
//   - Small batches are filled up to 32, 64, 128 or 256 tokens and replayed as one CUDA graph (graph.go): a network only launches, and only the size of its layout
//     steers it (network.go).
//   - How a matrix product is made is measured once for a GPU, driver and set of kernels (measure.go): mma.sync on every GPU, a kernel for few rows, wgmma on sm_90 (by blocks alone or in
//     pairs that share weights),
//     cuBLASLt where it is installed ($ASTERISM_CUBLASLT_LIB names it in an unusual place). A way whose numbers differ from mma.sync's by more than rounding, or that
//     fails, is left out with a warning. The choices are stored in the user's cache folder, asterism/products-*.json; a file *.trial there names ways with which the GPU was lost.
//   - Another way adds in another order, so a text alone and in a batch may differ by [Bound]. The order of rows, and which rows share a batch, change no bit.
//   - When memory is short batches get smaller, to 2,048 tokens; then models go to the processor, those with the least arithmetic first (residency.go).
//   - Whether matrices are int8 is the manifest's choice (int8.go). Of a sparse vector only the terms that are kept come back (splade.go). E2 to E4 and E9 can run
//     here and do not by default (arithmetic.go).
package cuda
