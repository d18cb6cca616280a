// Rows of a table, one behind another, with the vectors of their places: out[t] = table[ids[t]] + positions[places[t]]. It begins the models whose
// norms stand before the layers and not behind the embeddings, and it brings the few rows together of which a text's value is made (its last token, its
// class token), so that what follows is computed for these alone.
//
// Layout: table and positions bf16 [·, 2·pairs], out bf16 [rows, 2·pairs], ids and places int32 [rows]; positions may be null. One thread two numbers; the
// sum is made in float32 and rounded once. An id outside of the table must have been refused by the caller. Bound: copying, 4 bytes a number.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude.cuh"

KERNEL(256) gather(u32 *out, const int *ids, const int *places, const u32 *table, const u32 *positions, int rows, int pairs) {
  int at = block_x() * 256 + thread_x(), row = at / pairs, i = at % pairs;
  if (row >= rows) return;
  u32 v = table[(u64)ids[row] * (u64)pairs + i];
  if (positions) {
    u32 p = positions[(u64)places[row] * (u64)pairs + i];
    v = pack(low_of(v) + low_of(p), high_of(v) + high_of(p));
  }
  out[at] = v;
}
